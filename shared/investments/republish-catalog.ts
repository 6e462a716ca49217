import { SnapshotCorruptError } from '../platform/domain/snapshot.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { publishSnapshot } from '../platform/dynamodb/snapshots/publish-snapshot.ts';
import { readSnapshot, readSnapshotHead } from '../platform/dynamodb/snapshots/snapshots.ts';
import { retry } from '../platform/retry.ts';
import { CATALOG_SNAPSHOT_NAME } from '../strategies/domain/catalog/encoding/encode.ts';

/** Maximum number of attempts if ingestions publish at the same time. */
const ATTEMPTS_MAX = 5;

/** Thrown when another process has published a newer catalog since this process read the catalog. */
class NewerCatalogError extends Error {}
const isNewerCatalogError = (error: unknown) => error instanceof NewerCatalogError;

/**
 * Publishes the catalog with one change, so that users see the change before the next ingestion.
 *
 * @param change receives the bytes of the catalog and returns the changed bytes; undefined if nothing changes
 * @returns false if the change could not be published now. The next ingestion then publishes it
 */
export async function republishCatalog(
  table: Table,
  change: (payload: Uint8Array) => Uint8Array | undefined,
): Promise<boolean> {
  try {
    return await retry({ attempts: ATTEMPTS_MAX, isRetryable: isNewerCatalogError }, async () => {
      const head = await readSnapshotHead(table, CATALOG_SNAPSHOT_NAME, { consistent: true });
      if (head === undefined) return false;
      const payload = change(await readSnapshot(table, CATALOG_SNAPSHOT_NAME, head.current));
      if (payload === undefined) return true;
      const asOf = new Date(head.current.asOf);
      // The version of a snapshot is the real time at which it was written, not the sandbox time.
      const publishedVersion = await publishSnapshot(table, CATALOG_SNAPSHOT_NAME, payload, {
        asOf,
        now: new Date(),
      });
      if (publishedVersion === undefined) throw new NewerCatalogError();
      return true;
    });
  } catch (error) {
    // The change is already stored, so after these errors the next ingestion publishes it.
    const isPublishedByNextIngestion =
      isNewerCatalogError(error) || error instanceof SnapshotCorruptError || error instanceof RangeError;
    if (isPublishedByNextIngestion) return false;
    throw error;
  }
}
