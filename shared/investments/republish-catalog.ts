import { SnapshotCorruptError } from '../platform/domain/snapshot.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { publishSnapshot } from '../platform/dynamodb/snapshots/publish-snapshot.ts';
import { readSnapshot, readSnapshotHead } from '../platform/dynamodb/snapshots/snapshots.ts';
import { retry } from '../platform/retry.ts';
import { CATALOG_SNAPSHOT } from '../strategies/domain/catalog/encoding/encode.ts';

/** How often an ingestion that publishes at the same time may be met. */
const ATTEMPTS = 5;

/** A newer catalog was published while ours was made. */
class Overtaken extends Error {}
const isOvertaken = (error: unknown) => error instanceof Overtaken;

/**
 * Publishes the catalog again with one change, so that it is seen before the next ingestion.
 *
 * @param change the changed bytes; undefined where there is nothing to change
 * @returns false when there is no catalog that can be read, or an ingestion keeps publishing newer ones: then the next
 * ingestion publishes the change
 */
export async function republishCatalog(
  table: Table,
  change: (payload: Uint8Array) => Uint8Array | undefined,
): Promise<boolean> {
  try {
    return await retry({ attempts: ATTEMPTS, isPassing: isOvertaken }, async () => {
      const head = await readSnapshotHead(table, CATALOG_SNAPSHOT, { consistent: true });
      if (head === undefined) return false;
      const payload = change(await readSnapshot(table, CATALOG_SNAPSHOT, head.current));
      if (payload === undefined) return true;
      const asOf = new Date(head.current.asOf);
      // Versions are identified by when they were written, and no other clock knows that time.
      const published = await publishSnapshot(table, CATALOG_SNAPSHOT, payload, { asOf, now: new Date() });
      if (published === undefined) throw new Overtaken();
      return true;
    });
  } catch (error) {
    // The change itself is stored, and the next ingestion publishes it.
    const isHarmless =
      isOvertaken(error) || error instanceof SnapshotCorruptError || error instanceof RangeError;
    if (isHarmless) return false;
    throw error;
  }
}
