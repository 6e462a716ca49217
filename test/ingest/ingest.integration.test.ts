import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SourceError } from '../../shared/ingest/sources/market-source.ts';
import { decodeMarketSnapshot, MARKET_SNAPSHOT_NAME } from '../../shared/market/domain/market-snapshot.ts';
import {
  decodePerformanceSnapshot,
  PERFORMANCE_SNAPSHOT_NAME,
} from '../../shared/market/domain/performance-snapshot.ts';
import { readHistory } from '../../shared/market/store/history.ts';
import { dayOf } from '../../shared/platform/domain/days.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { strategyIdOf } from '../../shared/strategies/domain/strategy-id.ts';
import { getStrategy } from '../../shared/strategies/store/strategies.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import {
  catalogOf,
  DAY_MS,
  HOUR_MS,
  publishOnce,
  readDecodedSnapshot,
  TestMarket,
} from '../support/market/market.ts';
import { MARKET_NOW_MS } from '../support/market/pools.ts';

let engine: EmbeddedTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const freshTable = (): Promise<Table> => engine.another();

const id = (pool: string) => strategyIdOf('test', pool);
const TODAY = dayOf(MARKET_NOW_MS);

describe('a first ingestion run', () => {
  test('the first ingestion run publishes the catalog with the items and histories of all strategies', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a', 'b']);
    const report = await publishOnce(table, market);
    expect(report).toMatchObject({ rows: 2, listed: 2, unlisted: 0, itemsWritten: 2, backfilled: 2 });

    const catalog = await catalogOf(table);
    expect([...catalog.byId.keys()].sort()).toEqual([id('a'), id('b')].sort());
    expect(catalog.asOf).toBe('2026-03-10T12:00:00.000Z');
    const listed = catalog.byId.get(id('a'));
    expect(listed).toMatchObject({ current_apy: 5, tvl: 1_000_000, as_of: '2026-03-10T12:00:00.000Z' });
    // In the 7-day window, the APY is 4% on six days and 5% today. The history is too short for a 90-day mean, so the
    // 30-day mean replaces it.
    expect(listed?.historical_apy).toEqual({ '7d': 4.14286, '30d': 4.03333, '90d': 4.03333 });

    expect(await getStrategy(table, id('a'))).toMatchObject({ status: 'listed', source_pool_id: 'a' });
    const history = await readHistory(table, id('a'), TODAY - 31, TODAY);
    expect([...history.apy]).toEqual([Number.NaN, ...new Array(30).fill(4), 5]);
    expect([...history.tvl].slice(-2)).toEqual([2e6, 1e6]);

    const performance = await readDecodedSnapshot(
      table,
      PERFORMANCE_SNAPSHOT_NAME,
      decodePerformanceSnapshot,
    );
    expect(performance.statistics['30d'].meanApy[performance.ids.indexOf(id('a'))]).toBeCloseTo(4.0333, 3);
    const figures = await readDecodedSnapshot(table, MARKET_SNAPSHOT_NAME, decodeMarketSnapshot);
    expect(figures.prices).toMatchObject([{ asset: 'USDC', price: 1 }]);
    expect([...(figures.priceHistory[0] ?? [])]).toEqual([...new Array(30).fill(0.5), 1]);
    expect(figures.chainTvl.keys).toEqual(['ethereum']);
    expect(figures.chainTvl.history[0]?.at(-2)).toBe(2 ** 35);
    expect(figures.groups.asset.history[0]?.at(-2)).toBe(4e6);
    expect(figures.groups.asset.history[0]?.at(-1)).toBe(2e6);
  });
});

describe('writes of the ingestion', () => {
  test('an ingestion run without changed figures writes only snapshots', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    const again = await publishOnce(table, market);
    expect(again).toMatchObject({ itemsWritten: 0, historiesWritten: 0, backfilled: 0 });
    expect(again.writeUnits).toMatchObject({ items: 0, history: 0 });
  });

  test('the history of a strategy costs one write unit a day, however often the ingestion runs', async () => {
    const table = await freshTable();
    const pools = Array.from({ length: 30 }, (_, index) => `p${index}`);
    const market = new TestMarket(pools);
    await publishOnce(table, market);
    let units = 0;
    for (let hour = 3; hour <= 36; hour += 3) {
      market.nowMs += 3 * HOUR_MS;
      for (const pool of pools) market.set(pool, { apy: 5 + hour / 1_000, tvlUsd: 1_000_000 + hour });
      units += (await publishOnce(table, market)).writeUnits.history;
    }
    // The market starts at noon (hour 0). Hour 12 is the start of the second day, and hour 36 is the start of the third
    // day. Each history is therefore written twice.
    expect(units).toBe(2 * pools.length);
  });

  test('the item of a strategy is written only when its figures changed enough or a new day began', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    market.nowMs += HOUR_MS;
    market.set('a', { apy: 5.1, tvlUsd: 1_050_000 });
    market.set('b', { apy: 6 });
    expect((await publishOnce(table, market)).itemsWritten).toBe(1);
    expect((await catalogOf(table)).byId.get(id('a'))?.current_apy).toBe(5.1);
    expect(await getStrategy(table, id('a'))).toMatchObject({ current_apy: 5 });
    expect(await getStrategy(table, id('b'))).toMatchObject({ current_apy: 6 });
    market.nowMs += DAY_MS;
    expect((await publishOnce(table, market)).itemsWritten).toBe(2);
    expect(await getStrategy(table, id('a'))).toMatchObject({ current_apy: 5.1 });
  });
});

describe('a strategy whose listing changes', () => {
  test('a strategy that disappears from the source is unlisted, but stays readable', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    const created = (await getStrategy(table, id('a')))?.created_at;

    market.listed.delete('a');
    market.nowMs += HOUR_MS;
    expect(await publishOnce(table, market)).toMatchObject({ listed: 1, unlisted: 1 });
    expect((await catalogOf(table)).byId.has(id('a'))).toBe(false);
    expect(await getStrategy(table, id('a'))).toMatchObject({ status: 'unlisted', tvl: 1_000_000 });
    market.nowMs += HOUR_MS;
    expect(await publishOnce(table, market)).toMatchObject({ listed: 1, unlisted: 0, itemsWritten: 0 });

    market.set('a', { count: 3 });
    market.nowMs += DAY_MS;
    expect(await publishOnce(table, market)).toMatchObject({ listed: 2, unlisted: 0 });
    expect(await getStrategy(table, id('a'))).toMatchObject({ status: 'listed', created_at: created });
    const history = await readHistory(table, id('a'), TODAY - 1, TODAY + 1);
    expect([...history.apy]).toEqual([4, 5, 5]);
  });

  test('a strategy that no longer meets the listing rules is unlisted', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a', 'b']);
    market.set('a', { tvlUsd: 12_000 });
    await publishOnce(table, market);
    market.set('a', { tvlUsd: 9_000 });
    market.nowMs += HOUR_MS;
    expect(await publishOnce(table, market)).toMatchObject({
      listed: 1,
      unlisted: 1,
      unpublished: { low_tvl: { count: 1 } },
    });
  });

  test('a strategy with a suspicious reading keeps its last figures until a second reading confirms this reading', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    market.nowMs += HOUR_MS;
    market.set('a', { apy: 80 });
    expect(await publishOnce(table, market)).toMatchObject({ kept: 1, held: 1, listed: 2 });
    const waiting = (await catalogOf(table)).byId.get(id('a'));
    expect(waiting).toMatchObject({ current_apy: 5, as_of: '2026-03-10T12:00:00.000Z' });
    expect(waiting?.flags).toContain('unconfirmed_reading');

    market.nowMs += HOUR_MS;
    expect(await publishOnce(table, market)).toMatchObject({ kept: 0, held: 0, listed: 2 });
    const confirmedEntry = (await catalogOf(table)).byId.get(id('a'));
    expect(confirmedEntry).toMatchObject({ current_apy: 80 });
    expect(confirmedEntry?.flags).not.toContain('unconfirmed_reading');
  });

  test('a listed strategy keeps its record if its row in the market list is malformed', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    market.nowMs += HOUR_MS;
    market.set('a', { tvlUsd: 'broken' });
    const report = await publishOnce(table, market);
    expect(report).toMatchObject({ listed: 2, kept: 1, unlisted: 0 });
    expect(report.quarantined).toEqual({ invalid_tvlUsd: { count: 1, examples: ['a'] } });
    expect((await catalogOf(table)).byId.get(id('a'))).toMatchObject({ tvl: 1_000_000 });
  });
});

describe('the backfill of histories', () => {
  const pools = ['a', 'b', 'c', 'd', 'e'];

  test('each ingestion run loads a limited number of histories, for the pools with the highest TVL first', async () => {
    const table = await freshTable();
    const market = new TestMarket(pools);
    pools.forEach((pool, index) => {
      market.set(pool, { tvlUsd: 1_000_000 + index });
    });
    for (const expected of [['e', 'd'], ['c', 'b'], ['a'], []]) {
      market.requestedHistories.length = 0;
      const report = await publishOnce(table, market, { backfillMax: 2 });
      expect(market.requestedHistories).toEqual(expected);
      expect(report.backfilled).toBe(expected.length);
    }
    expect((await readHistory(table, id('a'), TODAY - 30, TODAY)).apy[0]).toBe(4);
  });

  test('the TVL history of a chain is the same after a backfill in several runs as after one run', async () => {
    const readGroupsAfterRuns = async (runs: readonly number[]) => {
      const table = await freshTable();
      const market = new TestMarket(pools);
      pools.forEach((pool, index) => {
        market.set(pool, { tvlUsd: 1_000_000 + index, chain: index < 3 ? 'Ethereum' : 'Base' });
      });
      for (const backfillMax of runs) await publishOnce(table, market, { backfillMax });
      return (await readDecodedSnapshot(table, MARKET_SNAPSHOT_NAME, decodeMarketSnapshot)).groups;
    };
    const groupsAfterOneRun = await readGroupsAfterRuns([10]);
    const groupsAfterThreeRuns = await readGroupsAfterRuns([2, 2, 2]);
    expect(groupsAfterThreeRuns).toEqual(groupsAfterOneRun);
    const ethereum = groupsAfterThreeRuns.chain.keys.indexOf('ethereum');
    // Each of the three pools had 2,000,000 USD yesterday and has about 1,000,000 USD today. Yesterday's sum contains
    // all three pools, so that a backfill does not look like an inflow of money.
    expect([...(groupsAfterThreeRuns.chain.history[ethereum] ?? [])].slice(-2)).toEqual([
      6_000_000, 3_000_003,
    ]);
  });

  test('a backfill never overwrites daily values that an earlier ingestion run recorded', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a']);
    await publishOnce(table, market, { backfillMax: 0 });
    market.nowMs += DAY_MS;
    market.historyOf = () => ({
      firstDay: TODAY - 1,
      apy: Float32Array.of(40, 40),
      tvl: Float32Array.of(4e6, 4e6),
    });
    await publishOnce(table, market);
    expect([...(await readHistory(table, id('a'), TODAY - 1, TODAY + 1)).apy]).toEqual([40, 5, 5]);
  });

  test('a backfill skips a pool after three failures', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a', 'b']);
    market.historyOf = () => {
      throw new SourceError('rate_limited', 'status 429');
    };
    const tired = await publishOnce(table, market, { backfillMax: 10 });
    expect(tired).toMatchObject({ backfilled: 0, listed: 2 });
    market.historyOf = () => {
      throw new SourceError('malformed', 'HTML instead of JSON');
    };
    for (const failures of [2, 2, 2, 0]) {
      expect(await publishOnce(table, market)).toMatchObject({ backfillFailed: failures, listed: 2 });
    }
  });

  test('a backfill does not start when its ingestion run has no time left', async () => {
    const table = await freshTable();
    const market = new TestMarket(['a']);
    expect(await publishOnce(table, market, { backfillSeconds: -1 })).toMatchObject({ backfilled: 0 });
    expect(market.requestedHistories).toEqual([]);
  });
});
