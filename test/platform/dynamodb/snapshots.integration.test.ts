import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHUNK_MAX_BYTES, SnapshotCorruptError } from '../../../shared/platform/domain/snapshot.ts';
import { batchGet } from '../../../shared/platform/dynamodb/batch.ts';
import {
  publishSnapshot,
  UNUSED_VERSION_RETENTION_MS,
} from '../../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import {
  readSnapshot,
  readSnapshotHead,
  type SnapshotVersion,
} from '../../../shared/platform/dynamodb/snapshots/snapshots.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { interceptCommands } from '../../support/engine/intercept-commands.ts';
import { createRandomGenerator } from '../../support/random.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const NOON = Date.parse('2026-03-01T12:00:00Z');
const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(NOON + minutes * MINUTE_MS);
/** Publishes a payload `minutes` minutes after NOON. The time of its observation is the same. */
const publish = (name: string, payload: Uint8Array, minutes: number) =>
  publishSnapshot(table, name, payload, { asOf: at(minutes), now: at(minutes) });

const text = (value: string) => new TextEncoder().encode(value);
const textOf = (payload: Uint8Array) => new TextDecoder().decode(payload);

/** Returns bytes that do not compress, for a snapshot of several chunks. */
function noise(length: number): Uint8Array {
  const random = createRandomGenerator(length);
  return Uint8Array.from({ length }, () => random() * 256);
}

async function currentText(name: string): Promise<string | undefined> {
  await table.settle();
  const head = await readSnapshotHead(table, name);
  return head && textOf(await readSnapshot(table, name, head.current));
}

async function countStoredChunks(
  name: string,
  { version }: Pick<SnapshotVersion, 'version'>,
): Promise<number> {
  // More chunks than any snapshot here has.
  const keys = Array.from({ length: 5 }, (_, index) => ITEMS.snapshotChunk.key({ name, version, index }));
  return (await batchGet(table, keys, { consistent: true })).length;
}

async function listStoredVersions(name: string): Promise<string[]> {
  const { pk, sk } = ITEMS.snapshotVersion.key({ name, version: '' });
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => String(item.version));
}

describe('publishing a snapshot', () => {
  test('a snapshot that is larger than one item is stored in several chunks', async () => {
    const payload = noise(CHUNK_MAX_BYTES * 2 + 5);
    const version = await publish('large', payload, 0);
    expect(version).toMatchObject({ chunkCount: 3, rawBytes: payload.length, asOf: at(0).toISOString() });
    await table.settle();
    const head = await readSnapshotHead(table, 'large');
    expect(head).toEqual({ current: version });
    if (version === undefined) throw new Error('not published');
    expect(Buffer.compare(await readSnapshot(table, 'large', version), payload)).toBe(0);
  });

  test('a snapshot that was never published has no head item', async () => {
    expect(await readSnapshotHead(table, 'nothing')).toBeUndefined();
  });

  test('after a second snapshot is published, the head item names the first one as the previous version', async () => {
    const first = await publish('flip', text('one'), 0);
    const second = await publish('flip', text('two'), 1);
    await table.settle();
    expect(await readSnapshotHead(table, 'flip')).toEqual({ current: second, previous: first });
    expect(await currentText('flip')).toBe('two');
  });

  test('a snapshot never replaces a snapshot with a newer observation time', async () => {
    await publish('order', text('new'), 10);
    const late = await publishSnapshot(table, 'order', text('old'), { asOf: at(5), now: at(20) });
    expect(late).toBeUndefined();
    expect(await currentText('order')).toBe('new');
  });

  test('a second snapshot with the same observation time replaces the first snapshot', async () => {
    await publish('again', text('first'), 10);
    await publishSnapshot(table, 'again', text('corrected'), { asOf: at(10), now: at(11) });
    expect(await currentText('again')).toBe('corrected');
  });
});

describe('a snapshot writer that stops early', () => {
  test.each([
    ['before its first chunk', 0],
    ['between two chunks', 1],
    ['after its last chunk', 3],
  ])('a writer that stops %s leaves the last snapshot unchanged', async (_, chunksWritten) => {
    const name = `crash-${chunksWritten}`;
    await publish(name, text('good'), 0);
    let chunks = 0;
    const dying = interceptCommands(table, ({ kind, input }) => {
      const isChunk = input.Item?.sk === 'CHUNK';
      if (isChunk) chunks += 1;
      if (kind === 'PutCommand' && chunks > chunksWritten) throw new Error('The writer died.');
      if (input.Item?.sk === 'HEAD') throw new Error('The writer died.');
    });
    const payload = noise(CHUNK_MAX_BYTES * 3);
    await expect(publishSnapshot(dying, name, payload, { asOf: at(1), now: at(1) })).rejects.toThrow('died');
    expect(await currentText(name)).toBe('good');
    await publish(name, text('next'), 2);
    expect(await currentText(name)).toBe('next');
  });

  test('the chunks of a stopped writer are deleted after a day', async () => {
    let heads = 0;
    const dying = interceptCommands(table, ({ kind, input }) => {
      if (kind === 'PutCommand' && input.Item?.sk === 'HEAD') {
        heads += 1;
        throw new Error('The writer died.');
      }
    });
    const payload = noise(CHUNK_MAX_BYTES + 1);
    const attempt = publishSnapshot(dying, 'orphan', payload, { asOf: at(0), now: at(0) });
    await expect(attempt).rejects.toThrow('died');
    expect(heads).toBe(1);
    const [orphan = ''] = await listStoredVersions('orphan');
    expect(await countStoredChunks('orphan', { version: orphan })).toBe(2);
    await publish('orphan', text('good'), 1);
    expect(await countStoredChunks('orphan', { version: orphan })).toBe(2);
    const next = await publish('orphan', text('better'), UNUSED_VERSION_RETENTION_MS / MINUTE_MS + 1);
    expect(await countStoredChunks('orphan', { version: orphan })).toBe(0);
    expect(await listStoredVersions('orphan')).toHaveLength(2);
    expect(await listStoredVersions('orphan')).toContain(next?.version);
  });
});

describe('two concurrent snapshot writers', () => {
  test('after concurrent writes, the current snapshot is the complete and newest one', async () => {
    const minutes = [4, 1, 5, 2, 3, 0];
    await Promise.all(minutes.map((minute) => publish('race', text(`minute ${minute}`), minute)));
    expect(await currentText('race')).toBe('minute 5');
  });

  test('after two concurrent writers with the same observation time, the current snapshot is complete', async () => {
    await Promise.all([publish('tie', text('a'), 0), publish('tie', text('b'), 0)]);
    expect(['a', 'b']).toContain(await currentText('tie'));
  });

  test('a newer snapshot is not overwritten by a slower writer of an older one', async () => {
    await publish('surprise', text('start'), 0);
    let overtaken = false;
    const slow = interceptCommands(table, async ({ kind, input }) => {
      if (kind !== 'PutCommand' || input.Item?.sk !== 'HEAD' || overtaken) return;
      overtaken = true;
      await publish('surprise', text('faster and newer'), 9);
    });
    const late = await publishSnapshot(slow, 'surprise', text('slow'), { asOf: at(5), now: at(5) });
    expect(overtaken).toBe(true);
    expect(late).toBeUndefined();
    expect(await currentText('surprise')).toBe('faster and newer');
  });
});

describe('a snapshot version that is no longer current', () => {
  test('a former version is kept for a day and is then deleted', async () => {
    const retentionMinutes = UNUSED_VERSION_RETENTION_MS / MINUTE_MS;
    const first = await publish('old', text('one'), 0);
    if (first === undefined) throw new Error('not published');
    await publish('old', text('two'), retentionMinutes * 3);
    // After the next publication, the version `first` is two versions older than the current one.
    await publish('old', text('three'), retentionMinutes * 3 + 1);
    expect(textOf(await readSnapshot(table, 'old', first))).toBe('one');
    await publish('old', text('four'), retentionMinutes * 4);
    expect(textOf(await readSnapshot(table, 'old', first))).toBe('one');
    await publish('old', text('five'), retentionMinutes * 4 + 2);
    expect(await countStoredChunks('old', first)).toBe(0);
    expect(await currentText('old')).toBe('five');
  });

  test('the version directly before the current version is not deleted, even after a year', async () => {
    const yearMinutes = 365 * 24 * 60;
    await publish('still', text('one'), 0);
    await publish('still', text('two'), 1);
    const late = await publishSnapshot(table, 'still', text('late'), { asOf: at(0), now: at(yearMinutes) });
    expect(late).toBeUndefined();
    await table.settle();
    const head = await readSnapshotHead(table, 'still');
    if (head?.previous === undefined) throw new Error('no previous version');
    expect(textOf(await readSnapshot(table, 'still', head.current))).toBe('two');
    expect(textOf(await readSnapshot(table, 'still', head.previous))).toBe('one');
  });
});

describe('a damaged stored snapshot', () => {
  test('a snapshot with a missing chunk is rejected after a second, consistent read', async () => {
    const version = await publish('missing', noise(CHUNK_MAX_BYTES + 1), 0);
    if (version === undefined) throw new Error('not published');
    const Key = ITEMS.snapshotChunk.key({ name: 'missing', version: version.version, index: 1 });
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
    await table.settle();
    const looks: (boolean | undefined)[] = [];
    const watched = interceptCommands(table, ({ input }) => {
      if (input.Key?.pk === Key.pk) looks.push(input.ConsistentRead);
    });
    await expect(readSnapshot(watched, 'missing', version)).rejects.toThrow(SnapshotCorruptError);
    expect(looks).toEqual([false, true]);
  });

  test('a snapshot with changed bytes in a chunk is rejected', async () => {
    const version = await publish('damaged', text('good'), 0);
    if (version === undefined) throw new Error('not published');
    const key = ITEMS.snapshotChunk.key({ name: 'damaged', version: version.version, index: 0 });
    const bytes = new Uint8Array(version.storedBytes);
    await table.client.send(new PutCommand({ TableName: table.name, Item: { ...key, bytes } }));
    await table.settle();
    await expect(readSnapshot(table, 'damaged', version)).rejects.toThrow(SnapshotCorruptError);
  });
});
