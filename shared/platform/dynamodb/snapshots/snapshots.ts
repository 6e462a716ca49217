import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { openSnapshot, SnapshotCorruptError } from '../../domain/snapshot.ts';
import { timeText } from '../../domain/time-text.ts';
import { forEachParallel } from '../batch.ts';
import type { Table } from '../client.ts';
import { ITEMS } from '../table.ts';

export const PARALLEL_CHUNKS = 8;

const snapshotVersion = z.object({
  /** Starts with the time of writing, so that versions sort by time. */
  version: z.string(),
  /** Time at which the source observed the contents (ISO 8601, UTC). */
  asOf: timeText,
  chunkCount: z.int().check(z.minimum(1)),
  storedBytes: z.int().check(z.minimum(1)),
  rawBytes: z.int().check(z.minimum(0)),
  checksum: z.string(),
});
export type SnapshotVersion = z.infer<typeof snapshotVersion>;

const snapshotHead = z.object({ current: snapshotVersion, previous: z.optional(snapshotVersion) });
/** The current version, and the previous one in case the current one cannot be read. */
export type SnapshotHead = z.infer<typeof snapshotHead>;

/** Whether `a` is newer than `b`: observed later, or observed at the same time and written later. */
export function isNewer(a: SnapshotVersion, b: SnapshotVersion): boolean {
  return a.asOf === b.asOf ? a.version > b.version : a.asOf > b.asOf;
}

/**
 * The head of a snapshot; undefined if nothing was published under this name. Costs half a read unit, or one
 * if consistent.
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
  return item === undefined ? undefined : snapshotHead.parse(item);
}

/**
 * The payload of a version. Its chunks are read concurrently.
 *
 * @throws SnapshotCorruptError when a chunk is missing, or the checksum is wrong
 */
export async function readSnapshot(
  table: Table,
  name: string,
  version: SnapshotVersion,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = new Array(version.chunkCount);
  await forEachParallel(chunks.keys(), PARALLEL_CHUNKS, async (index) => {
    // An eventually consistent read may not return a new chunk yet, so a missing chunk is read again
    // consistently.
    const chunk =
      (await readChunk(table, name, version, index, false)) ??
      (await readChunk(table, name, version, index, true));
    if (chunk === undefined) throw new SnapshotCorruptError(`Chunk ${index} of ${name} is missing.`);
    chunks[index] = chunk;
  });
  return openSnapshot(version, chunks);
}

async function readChunk(
  table: Table,
  name: string,
  { version }: SnapshotVersion,
  index: number,
  consistent: boolean,
): Promise<Uint8Array | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.snapshotChunk.key({ name, version, index }),
      ConsistentRead: consistent,
    }),
  );
  const bytes: unknown = item?.bytes;
  return bytes instanceof Uint8Array ? bytes : undefined;
}
