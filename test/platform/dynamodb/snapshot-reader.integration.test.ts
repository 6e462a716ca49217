import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { publishSnapshot } from '../../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import { SnapshotReader } from '../../../shared/platform/dynamodb/snapshots/snapshot-reader.ts';
import {
  readSnapshotHead,
  type SnapshotVersion,
} from '../../../shared/platform/dynamodb/snapshots/snapshots.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { interceptCommands, type Sent } from '../../support/engine/intercept-commands.ts';
import { createRecordingLog } from '../../support/logs.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const NOON = Date.parse('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(NOON + seconds * 1_000);

async function publish(name: string, text: string, seconds: number): Promise<SnapshotVersion> {
  const payload = new TextEncoder().encode(text);
  const version = await publishSnapshot(table, name, payload, { asOf: after(seconds), now: after(seconds) });
  if (version === undefined) throw new Error('not published');
  await table.settle();
  return version;
}

const decode = (payload: Uint8Array) => {
  const text = new TextDecoder().decode(payload);
  if (text === 'undecodable') throw new RangeError('no such form');
  return text;
};

/** Milliseconds, longer than any read takes. */
const READ_WAIT_MAX_MS = 60_000;

/** Returns a reader that counts its reads of the table. `before` may delay each read. */
function createWatchedReader(
  name: string,
  before: (sent: Sent) => void | Promise<void> = () => {},
  maxWaitMs = READ_WAIT_MAX_MS,
) {
  const looks: string[] = [];
  const watched: Table = interceptCommands(table, async (sent) => {
    looks.push(String(sent.input.Key?.sk));
    await before(sent);
  });
  const log = createRecordingLog();
  const reader = new SnapshotReader({
    name,
    table: () => watched,
    decode,
    empty: () => 'nothing',
    maxWaitMs,
  });
  const load = (seconds: number) => reader.current(after(seconds), log);
  const read = async (seconds: number) => (await load(seconds)).value;
  return { read, load, looks, log };
}

/**
 * Waits until `read` returns the expected value. The reader loads a newer snapshot in the background, so earlier calls
 * can return the old one.
 */
async function settled(read: () => Promise<string>, expected: string): Promise<void> {
  await expect.poll(read).toBe(expected);
}

async function removeChunk(name: string, version: SnapshotVersion): Promise<void> {
  const Key = ITEMS.snapshotChunk.key({ name, version: version.version, index: 0 });
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  await table.settle();
}

describe('a snapshot reader that has a snapshot', () => {
  test('concurrent first requests read the head item and the chunks only once', async () => {
    await publish('once', 'one', 0);
    const { read, looks } = createWatchedReader('once');
    expect(await Promise.all([read(1), read(1), read(1)])).toEqual(['one', 'one', 'one']);
    expect(looks).toEqual(['HEAD', 'CHUNK']);
  });

  test('the reader looks in the table for a new version at most every three seconds', async () => {
    await publish('quiet', 'one', 0);
    const { read, looks } = createWatchedReader('quiet');
    await read(1);
    looks.length = 0;
    for (const seconds of [1, 2, 3.999]) await read(seconds);
    expect(looks).toEqual([]);
    await read(4);
    await read(4);
    await expect.poll(() => looks).toEqual(['HEAD']);
  });

  test('requests receive the old version while the reader loads a new one', async () => {
    await publish('next', 'one', 0);
    let releaseRead = () => {};
    const held = new Promise<void>((resolve) => {
      releaseRead = resolve;
    });
    let holding = false;
    const { read, looks } = createWatchedReader('next', () => (holding ? held : undefined));
    await read(1);
    await publish('next', 'two', 2);
    holding = true;
    // The table does not answer, so only a reader that does not wait passes these lines.
    expect([await read(5), await read(6), await read(7)]).toEqual(['one', 'one', 'one']);
    expect(looks.filter((look) => look === 'HEAD')).toHaveLength(2);
    releaseRead();
    await settled(() => read(7), 'two');
  });

  test('the reader waits for the current version after its function was frozen for over a minute', async () => {
    await publish('frozen', 'one', 0);
    const { read } = createWatchedReader('frozen');
    await read(1);
    await publish('frozen', 'two', 2);
    expect(await read(3_600)).toBe('two');
  });

  test('the reader does not wait for a database that does not answer', async () => {
    await publish('silent', 'one', 0);
    let silent = false;
    let releaseRead = () => {};
    const held = new Promise<void>((resolve) => {
      releaseRead = resolve;
    });
    const { read } = createWatchedReader('silent', () => (silent ? held : undefined), 1);
    await read(1);
    silent = true;
    expect(await read(3_600)).toBe('one');
    releaseRead();
  });

  test('a reader whose snapshot is over two hours old waits for the database', async () => {
    await publish('idle', 'one', 0);
    const answers: (() => void)[] = [];
    let slow = false;
    const { read } = createWatchedReader(
      'idle',
      () => (slow ? new Promise((resolve) => answers.push(resolve)) : undefined),
      1,
    );
    await read(1);
    await publish('idle', 'two', 2);
    slow = true;
    const answer = read(7_201);
    for (const looks of [1, 2]) {
      await expect.poll(() => answers.length).toBe(looks);
      answers[looks - 1]?.();
    }
    expect(await answer).toBe('two');
  });

  test('while the database is unreachable, the reader returns its snapshot and logs a warning', async () => {
    await publish('outage', 'one', 0);
    let down = false;
    const { read, log } = createWatchedReader('outage', () => {
      if (down) throw new Error('no connection');
    });
    await read(1);
    await publish('outage', 'two', 2);
    down = true;
    expect(await read(100)).toBe('one');
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { snapshot: 'outage' } }]);
    down = false;
    expect(await read(200)).toBe('two');
  });

  test('the reader does not return to an older version after an eventually consistent read', async () => {
    const first = await publish('lag', 'one', 0);
    await publish('lag', 'two', 1);
    const { read, log } = createWatchedReader('lag');
    expect(await read(2)).toBe('two');
    const item = { ...ITEMS.snapshotHead.key({ name: 'lag' }), current: first };
    await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
    expect(await read(1_000)).toBe('two');
    expect(log.lines).toEqual([]);
  });
});

describe('a new snapshot version that cannot be read', () => {
  test('while a new version is unreadable, the reader returns the last readable version', async () => {
    await publish('broken', 'one', 0);
    const { read, looks, log } = createWatchedReader('broken');
    await read(1);
    const broken = await publish('broken', 'two', 2);
    await removeChunk('broken', broken);
    expect(await read(100)).toBe('one');
    expect(log.lines).toMatchObject([
      { level: 'error', fields: { snapshot: 'broken', version: broken.version } },
    ]);
    looks.length = 0;
    await read(104);
    await expect.poll(() => looks).toEqual(['HEAD']);
    await publish('broken', 'three', 105);
    expect(await read(200)).toBe('three');
  });

  test('the reader still returns the previous version when a new version cannot be decoded', async () => {
    await publish('undecodable', 'one', 0);
    const { read, log } = createWatchedReader('undecodable');
    await read(1);
    await publish('undecodable', 'undecodable', 2);
    expect(await read(100)).toBe('one');
    expect(log.lines).toMatchObject([{ level: 'error', message: 'snapshot unreadable' }]);
  });

  test('a new reader returns the previous version if the current version is unreadable', async () => {
    await publish('cold', 'one', 0);
    await removeChunk('cold', await publish('cold', 'two', 1));
    const { read, log } = createWatchedReader('cold');
    expect(await read(2)).toBe('one');
    expect(log.lines).toMatchObject([{ level: 'error' }]);
  });

  test('the reader returns a new version as soon as its missing chunk can be read', async () => {
    await publish('repaired', 'one', 0);
    const second = await publish('repaired', 'two', 1);
    const key = ITEMS.snapshotChunk.key({ name: 'repaired', version: second.version, index: 0 });
    let missing = true;
    const { read } = createWatchedReader('repaired', ({ input }) => {
      if (missing && input.Key?.pk === key.pk) input.Key.pk = 'SNAPSHOT#elsewhere';
    });
    expect(await read(2)).toBe('one');
    missing = false;
    expect(await read(100)).toBe('two');
  });
});

describe('a snapshot reader that has not loaded a snapshot yet', () => {
  test('the reader returns an empty snapshot until the first snapshot is published', async () => {
    const { read, load, looks, log } = createWatchedReader('never');
    expect(await load(1)).toEqual({ value: 'nothing', asOf: null, version: '' });
    await read(2);
    expect(looks).toEqual(['HEAD']);
    await publish('never', 'one', 3);
    expect(await read(4)).toBe('one');
    expect(log.lines).toEqual([]);
  });

  test('while all versions have an unknown format, the reader returns an empty snapshot', async () => {
    await publish('other-form', 'undecodable', 0);
    const { read, load, log } = createWatchedReader('other-form');
    expect((await load(1)).asOf).toBeNull();
    await read(2);
    await read(5);
    const fields = { snapshot: 'other-form', outcome: 'undecodable' };
    expect(log.lines).toMatchObject([{ level: 'error', fields }]);
    await publish('other-form', 'one', 6);
    expect(await read(10)).toBe('one');
  });

  test('the reader returns the previous version if the current version has an unknown format', async () => {
    await publish('rolled-back', 'one', 0);
    await publish('rolled-back', 'undecodable', 1);
    expect(await createWatchedReader('rolled-back').read(2)).toBe('one');
  });

  test('the reader throws an error while every version is damaged', async () => {
    await removeChunk('lost', await publish('lost', 'one', 0));
    const { read, log } = createWatchedReader('lost');
    await expect(read(1)).rejects.toThrow('No readable snapshot');
    expect(log.lines).toMatchObject([{ level: 'error' }]);
    expect(await readSnapshotHead(table, 'lost')).toBeDefined();
    await publish('lost', 'two', 2);
    expect(await read(3)).toBe('two');
  });

  test('the reader reads the database again at the next request after an error', async () => {
    await publish('retry', 'one', 0);
    let down = true;
    const { read } = createWatchedReader('retry', () => {
      if (down) throw new Error('no connection');
    });
    await expect(read(1)).rejects.toThrow('no connection');
    down = false;
    expect(await read(1)).toBe('one');
  });
});
