import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { SnapshotCorruptError, unpackSnapshot } from '../../domain/snapshot.ts';
import { timeTextSchema } from '../../domain/time-text.ts';
import { forEachParallel } from '../batch.ts';
import type { Table } from '../client.ts';
import { ITEMS } from '../table.ts';

export const CHUNK_CONCURRENCY = 8;

const snapshotVersionSchema = z.object({
  /** Id of the version. It starts with the time of writing, so that versions can be sorted by time. */
  version: z.string(),
  /** Time at which the source observed the contents (ISO 8601, UTC). */
  asOf: timeTextSchema,
  chunkCount: z.int().check(z.minimum(1)),
  storedBytes: z.int().check(z.minimum(1)),
  rawBytes: z.int().check(z.minimum(0)),
  checksum: z.string(),
});
export type SnapshotVersion = z.infer<typeof snapshotVersionSchema>;

const snapshotHeadSchema = z.object({
  current: snapshotVersionSchema,
  previous: z.optional(snapshotVersionSchema),
});
/**
 * The current version, and the previous version. The previous version is used if the current version cannot
 * be read.
 */
export type SnapshotHead = z.infer<typeof snapshotHeadSchema>;

/**
 * Returns whether `a` is newer than `b`. The version whose contents were observed later is newer. If both were
 * observed at the same time, the version that was written later is newer.
 */
export function isNewerVersion(a: SnapshotVersion, b: SnapshotVersion): boolean {
  return a.asOf === b.asOf ? a.version > b.version : a.asOf > b.asOf;
}

/**
 * Reads the head of a snapshot, which names its current version. Returns undefined if nothing was published under this
 * name.
 */
export async function readSnapshotHead(
  table: Table,
  name: string,
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<SnapshotHead | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.snapshotHead.key({ name }),
      ConsistentRead: consistent,
    }),
  );
  return item === undefined ? undefined : snapshotHeadSchema.parse(item);
}

/**
 * Returns the payload of a version.
 *
 * @throws SnapshotCorruptError if a chunk is missing or the checksum is wrong
 */
export async function readSnapshot(
  table: Table,
  name: string,
  version: SnapshotVersion,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = new Array(version.chunkCount);
  await forEachParallel(chunks.keys(), CHUNK_CONCURRENCY, async (index) => {
    // An eventually consistent read may not find a new chunk yet. Therefore a missing chunk is read again with a
    // consistent read.
    const chunk =
      (await readChunk(table, name, version, index, false)) ??
      (await readChunk(table, name, version, index, true));
    if (chunk === undefined) throw new SnapshotCorruptError(`Chunk ${index} of ${name} is missing.`);
    chunks[index] = chunk;
  });
  return unpackSnapshot(version, chunks);
}

async function readChunk(
  table: Table,
  name: string,
  { version }: SnapshotVersion,
  index: number,
  isConsistent: boolean,
): Promise<Uint8Array | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.snapshotChunk.key({ name, version, index }),
      ConsistentRead: isConsistent,
    }),
  );
  const bytes: unknown = item?.bytes;
  return bytes instanceof Uint8Array ? bytes : undefined;
}
