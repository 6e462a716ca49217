import { randomBytes } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { packSnapshot } from '../../domain/snapshot.ts';
import { RetryableError, retry } from '../../retry.ts';
import { batchDelete, forEachParallel } from '../batch.ts';
import type { Table } from '../client.ts';
import { formatSequence, ITEMS } from '../table.ts';
import { write, writeIf } from '../write.ts';
import {
  CHUNK_CONCURRENCY,
  isNewerVersion,
  readSnapshotHead,
  type SnapshotHead,
  type SnapshotVersion,
} from './snapshots.ts';

/** Time in milliseconds for which a version is kept after it was replaced, because a reader may still be loading it. */
export const UNUSED_VERSION_RETENTION_MS = 24 * 3_600_000;
const HEAD_RETRY_POLICY = { attempts: 10 };

const versionMarkerSchema = z.object({
  version: z.string(),
  chunkCount: z.int().check(z.minimum(1)),
  writtenAtMs: z.int(),
  supersededAtMs: z.optional(z.int()),
});

/**
 * Publishes a payload as a snapshot. Writes the chunks of a new version, then replaces the head (the item
 * that names the current version).
 * Even if the writer is interrupted, readers get either the complete old snapshot or the complete new one. A
 * snapshot is published only if it is newer than the current one.
 *
 * @param asOf the time at which the source observed the contents
 * @returns the published version; undefined if a newer version already exists
 */
export async function publishSnapshot(
  table: Table,
  name: string,
  payload: Uint8Array,
  { asOf, now }: { readonly asOf: Date; readonly now: Date },
): Promise<SnapshotVersion | undefined> {
  const { manifest, chunks } = await packSnapshot(payload);
  const version: SnapshotVersion = {
    version: `${formatSequence(now.getTime())}-${randomBytes(4).toString('hex')}`,
    asOf: asOf.toISOString(),
    ...manifest,
  };
  // The marker is written before the chunks. If the writer is interrupted, a later run can therefore find and
  // delete the chunks.
  await putVersionItem(table, name, version, now);
  await forEachParallel(chunks.entries(), CHUNK_CONCURRENCY, async ([index, bytes]) => {
    const key = ITEMS.snapshotChunk.key({ name, version: version.version, index });
    await write(table, { Put: { Item: { ...key, bytes } } });
  });
  const isPublished = await replaceHeadIfNewer(table, name, version, now);
  await removeUnusedVersions(table, name, now);
  return isPublished ? version : undefined;
}

async function putVersionItem(
  table: Table,
  name: string,
  version: SnapshotVersion,
  now: Date,
): Promise<void> {
  await write(table, {
    Put: {
      Item: {
        ...ITEMS.snapshotVersion.key({ name, version: version.version }),
        version: version.version,
        chunkCount: version.chunkCount,
        writtenAtMs: now.getTime(),
      },
    },
  });
}

/**
 * Makes `version` the current version, unless the current version is newer. Returns whether `version` is now
 * the current version.
 */
function replaceHeadIfNewer(
  table: Table,
  name: string,
  version: SnapshotVersion,
  now: Date,
): Promise<boolean> {
  return retry(HEAD_RETRY_POLICY, async () => {
    const head = await readSnapshotHead(table, name, { consistent: true });
    if (head !== undefined && !isNewerVersion(version, head.current)) {
      await markVersionSuperseded(table, name, version.version, now);
      return false;
    }
    if (!(await replaceHead(table, name, head?.current, version))) {
      throw new RetryableError(`The head of snapshot ${name} kept changing`);
    }
    if (head?.previous !== undefined) await markVersionSuperseded(table, name, head.previous.version, now);
    return true;
  });
}

/**
 * Replaces the head (the item that names the current version) if it still equals `previousVersion`. Returns false if
 * another writer has replaced it in the meantime.
 */
function replaceHead(
  table: Table,
  name: string,
  previousVersion: SnapshotVersion | undefined,
  version: SnapshotVersion,
): Promise<boolean> {
  const head: SnapshotHead = {
    current: version,
    ...(previousVersion === undefined ? {} : { previous: previousVersion }),
  };
  const conditionFields =
    previousVersion === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: '#current.#version = :before',
          ExpressionAttributeNames: { '#current': 'current', '#version': 'version' },
          ExpressionAttributeValues: { ':before': previousVersion.version },
        };
  return writeIf(table, {
    Put: { Item: { ...ITEMS.snapshotHead.key({ name }), ...head }, ...conditionFields },
  });
}

/**
 * Stores in a version's marker the time at which the version was replaced. Does nothing if the marker no longer exists
 * or already contains such a time.
 */
async function markVersionSuperseded(table: Table, name: string, version: string, now: Date): Promise<void> {
  await writeIf(table, {
    Update: {
      Key: ITEMS.snapshotVersion.key({ name, version }),
      UpdateExpression: 'SET supersededAtMs = :now',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(supersededAtMs)',
      ExpressionAttributeValues: { ':now': now.getTime() },
    },
  });
}

/**
 * Deletes versions that have been unused for a day, including versions whose writer was interrupted.
 * Does not use TTL, because TTL could delete the current version if the source cannot be read for a long time.
 */
async function removeUnusedVersions(table: Table, name: string, now: Date): Promise<void> {
  const head = await readSnapshotHead(table, name, { consistent: true });
  const usedVersions = [head?.current.version, head?.previous?.version];
  const versionKeyPrefix = ITEMS.snapshotVersion.key({ name, version: '' });
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': versionKeyPrefix.pk, ':prefix': versionKeyPrefix.sk },
      // An eventually consistent read could miss that a version was replaced a moment ago.
      ConsistentRead: true,
    }),
  );
  for (const versionMarker of items.map((item) => versionMarkerSchema.parse(item))) {
    const unusedSinceMs = versionMarker.supersededAtMs ?? versionMarker.writtenAtMs;
    if (
      usedVersions.includes(versionMarker.version) ||
      now.getTime() - unusedSinceMs < UNUSED_VERSION_RETENTION_MS
    )
      continue;
    const { version, chunkCount } = versionMarker;
    const chunkKeys = Array.from({ length: chunkCount }, (_, index) =>
      ITEMS.snapshotChunk.key({ name, version, index }),
    );
    await batchDelete(table, chunkKeys, { concurrency: 1 });
    await batchDelete(table, [ITEMS.snapshotVersion.key({ name, version })]);
  }
}
