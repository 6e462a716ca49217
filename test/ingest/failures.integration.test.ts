import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INGEST_SNAPSHOT_NAME } from '../../shared/ingest/domain/ingest-state.ts';
import { catalogAgeSeconds } from '../../shared/ingest/ingest.ts';
import { SourceError } from '../../shared/ingest/sources/market-source.ts';
import { decodeMarketSnapshot, MARKET_SNAPSHOT_NAME } from '../../shared/market/domain/market-snapshot.ts';
import { readHistory } from '../../shared/market/store/history.ts';
import { dayOf } from '../../shared/platform/domain/days.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { takeLease } from '../../shared/platform/dynamodb/lease.ts';
import { readSnapshotHead } from '../../shared/platform/dynamodb/snapshots/snapshots.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { strategyIdOf } from '../../shared/strategies/domain/strategy-id.ts';
import { getStrategy } from '../../shared/strategies/store/strategies.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';
import {
  catalogOf,
  DAY_MS,
  HOUR_MS,
  ingestOnce,
  publishOnce,
  readDecodedSnapshot,
  TestMarket,
} from '../support/market/market.ts';
import { MARKET_NOW_MS } from '../support/market/pools.ts';
import { readCaseStride } from '../support/scale.ts';

let engine: EmbeddedTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const createFreshTable = (): Promise<Table> => engine.another();

const id = (pool: string) => strategyIdOf('test', pool);
const TODAY = dayOf(MARKET_NOW_MS);

describe('an outage of the source', () => {
  const fail = (kind: 'timeout' | 'unreachable') => async () => {
    throw new SourceError(kind, 'gone');
  };

  test('if the market list is unavailable, the ingestion keeps the catalog that it has published before', async () => {
    const table = await createFreshTable();
    const market = new TestMarket(['a']);
    await publishOnce(table, market);
    market.nowMs += 2 * HOUR_MS;
    const dead = Object.assign(new TestMarket(), { pools: fail('timeout'), nowMs: market.nowMs });
    await expect(ingestOnce(table, dead)).rejects.toThrow('gone');
    expect((await catalogOf(table)).byId.size).toBe(1);
    expect(await catalogAgeSeconds(table, new Date(market.nowMs))).toBe(7_200);
    expect(await publishOnce(table, market)).toMatchObject({ listed: 1 });
  });

  test('the last published prices and chain TVLs are kept when they cannot be read from the source', async () => {
    const table = await createFreshTable();
    const market = new TestMarket(['a']);
    await publishOnce(table, market);
    Object.assign(market, { prices: fail('unreachable'), chains: fail('timeout') });
    market.nowMs += HOUR_MS;
    await publishOnce(table, market);
    const figures = await readDecodedSnapshot(table, MARKET_SNAPSHOT_NAME, decodeMarketSnapshot);
    expect(figures.prices).toMatchObject([{ asset: 'USDC', asOf: '2026-03-10T12:00:00.000Z' }]);
    expect(figures.chainTvl.tvl).toEqual([6e10]);
  });

  test('an ingestion run fails when the market list is empty', async () => {
    const table = await createFreshTable();
    const market = new TestMarket(['a']);
    await publishOnce(table, market);
    market.listed.clear();
    await expect(ingestOnce(table, market)).rejects.toThrow('None of the 0 pools');
    expect((await catalogOf(table)).byId.size).toBe(1);
  });
});

test('a market list whose rows are a minute older than the catalog does not change the catalog', async () => {
  const table = await createFreshTable();
  const market = new TestMarket(['a']);
  await publishOnce(table, market);
  market.nowMs -= 60_000;
  market.set('a', { apy: 6 });
  expect(await publishOnce(table, market)).toMatchObject({ listed: 1, kept: 1 });
  const { asOf, byId } = await catalogOf(table);
  expect(asOf).toBe('2026-03-10T12:00:00.000Z');
  expect(byId.get(id('a'))?.current_apy).toBe(5);
});

test('a market list that is a day older than the catalog is not published', async () => {
  const table = await createFreshTable();
  const market = new TestMarket(['a']);
  await publishOnce(table, market);
  market.nowMs -= DAY_MS;
  expect(await ingestOnce(table, market)).toEqual({ outcome: 'outdated' });
  expect((await catalogOf(table)).asOf).toBe('2026-03-10T12:00:00.000Z');
});

describe('two concurrent ingestion runs', () => {
  test('only one of two concurrent ingestion runs publishes the catalog', async () => {
    const table = await createFreshTable();
    const market = new TestMarket(['a', 'b']);
    const reports = await Promise.all([ingestOnce(table, market), ingestOnce(table, market)]);
    expect(reports.map(({ outcome }) => outcome).sort()).toEqual(['busy', 'published']);
    expect((await catalogOf(table)).byId.size).toBe(2);
  });

  test('the lease of an ingestion run that was killed expires, so that the next run can start', async () => {
    const table = await createFreshTable();
    const terms = { name: 'ingest', owner: 'dead', durationMs: 60_000 };
    await takeLease(table, terms, Date.now());
    expect(await ingestOnce(table, new TestMarket(['a']))).toEqual({ outcome: 'busy' });
    await takeLease(table, { ...terms, owner: 'other' }, Date.now());
    const long = await createFreshTable();
    await takeLease(long, terms, Date.now() - 60_001);
    expect(await publishOnce(long, new TestMarket(['a']))).toMatchObject({ listed: 1 });
  });
});

test('if an ingestion run is killed at any write, readers get either the complete old catalog or the complete new catalog', async () => {
  const changed = (market: TestMarket) => {
    market.nowMs += DAY_MS;
    market.set('a', { apy: 6 });
    market.listed.delete('b');
    market.set('d', {});
  };
  const writes = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;
  const reference = await createFreshTable();
  const undisturbed = new TestMarket(['a', 'b', 'c']);
  await publishOnce(reference, undisturbed);
  changed(undisturbed);
  await publishOnce(reference, undisturbed);
  const expected = await catalogOf(reference);

  // The loop ends at the first run that completes. It has no fixed end, because the number of writes varies: a run may
  // retry after a conflict or renew its lease.
  for (let failingWrite = 1; ; failingWrite += readCaseStride(7)) {
    const table = await createFreshTable();
    const market = new TestMarket(['a', 'b', 'c']);
    await publishOnce(table, market);
    const before = await catalogOf(table);
    changed(market);
    let seen = 0;
    const dying = interceptCommands(table, ({ kind }) => {
      if (writes.test(kind)) seen += 1;
      if (seen >= failingWrite) throw new Error('The process died.');
    });
    const end = await ingestOnce(dying, market).catch((error: unknown) => error);
    if (seen < failingWrite) {
      expect(end).toMatchObject({ outcome: 'published' });
      expect(seen).toBeGreaterThan(15);
      break;
    }
    expect(end).toEqual(new Error('The process died.'));
    const after = await catalogOf(table);
    // Whichever writes have succeeded, readers get either the complete old catalog or the complete new catalog.
    expect([before, expected]).toContainEqual(after);

    await expireLease(table);
    await publishOnce(table, market);
    expect(await catalogOf(table)).toEqual(expected);
    expect(await getStrategy(table, id('b'))).toMatchObject({ status: 'unlisted' });
    for (const pool of ['a', 'c', 'd']) {
      expect(await readHistory(table, id(pool), TODAY - 29, TODAY + 1)).toEqual(
        await readHistory(reference, id(pool), TODAY - 29, TODAY + 1),
      );
    }
  }
});

async function expireLease(table: Table): Promise<void> {
  const item = { ...ITEMS.lease.key({ name: 'ingest' }), owner: 'dead', until_ms: 0 };
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
}

test('an unreadable ingestion state is rebuilt from the DynamoDB items of the strategies, without loss of history', async () => {
  const table = await createFreshTable();
  const market = new TestMarket(['a', 'b']);
  await publishOnce(table, market);
  const created = (await getStrategy(table, id('a')))?.created_at;
  await damage(table, INGEST_SNAPSHOT_NAME);
  await engine.settle();

  market.nowMs += DAY_MS;
  market.set('a', { count: 3 });
  market.listed.delete('b');
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => warnings.push(message) };
  expect(await publishOnce(table, market, { log })).toMatchObject({ listed: 1, unlisted: 1 });
  expect(warnings).toEqual(['A snapshot cannot be read']);
  expect(await getStrategy(table, id('a'))).toMatchObject({ created_at: created, status: 'listed' });
  expect(await getStrategy(table, id('b'))).toMatchObject({ status: 'unlisted' });
  const history = await readHistory(table, id('a'), TODAY - 30, TODAY + 1);
  expect([...history.apy]).toEqual([...new Array(30).fill(4), 5, 5]);
});

async function damage(table: Table, name: string): Promise<void> {
  const head = await readSnapshotHead(table, name, { consistent: true });
  const key = ITEMS.snapshotChunk.key({ name, version: head?.current.version ?? '', index: 0 });
  const Item = { ...key, bytes: Buffer.from('damaged') };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}
