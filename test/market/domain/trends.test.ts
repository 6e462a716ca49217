import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeSumsByChain } from '../../../shared/market/domain/chain-sums.ts';
import { groupingOf } from '../../../shared/market/domain/groupings.ts';
import { findMovers } from '../../../shared/market/domain/movers.ts';
import { computeTrends } from '../../../shared/market/domain/trends.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { catalogOf, strategyRecordOf } from '../../support/records.ts';
import { type Change, computeTrendsPlainly, listMoversNaively } from './models.ts';

const nan = Number.NaN;
type Row = Partial<StrategyRecord> & Change & { readonly id: string };
const row = (id: string, overrides: Partial<Row> = {}): Row => ({
  current_apy: 5,
  tvl: 1_000,
  apyChange: 0,
  tvlChange: 0,
  ...overrides,
  id,
});

/** Builds the catalog of the rows. Returns its records, the change of each row, and the functions under test. */
function market(rows: readonly Row[]) {
  const catalog = catalogOf(rows.map(({ apyChange: _, tvlChange: __, ...record }) => record));
  const ids = catalog.ids();
  const changes = new Map(rows.map((each) => [each.id, each]));
  const changeOf = (id: string): Change => {
    const { apyChange = nan, tvlChange = nan } = changes.get(id) ?? {};
    return { apyChange: Math.fround(apyChange), tvlChange: Math.fround(tvlChange) };
  };
  const columns = {
    apy: catalog.numbers('current_apy'),
    tvl: catalog.numbers('tvl'),
    apyChange: Float32Array.from(ids, (id) => changeOf(id).apyChange),
    tvlChange: Float32Array.from(ids, (id) => changeOf(id).tvlChange),
    outlier: catalog.numbers('outlier'),
  };
  const records = ids.map((id) => {
    const { apyChange: _, tvlChange: __, ...record } = changes.get(id) ?? expect.fail();
    return strategyRecordOf(record);
  });
  const all = Uint32Array.from(ids.keys());
  return {
    records,
    changeOf,
    movers: (figure: 'apyChange' | 'tvlChange', limit: number) => {
      const { up, down } = findMovers(columns, all, figure, limit);
      return {
        up: up.map((strategyIndex) => ids[strategyIndex]),
        down: down.map((strategyIndex) => ids[strategyIndex]),
      };
    },
    /** Trends of the strategies on the given chains. All chains by default. */
    trends: (chains?: readonly string[]) => {
      const groupings = { protocol: groupingOf(catalog, 'protocol'), asset: groupingOf(catalog, 'asset') };
      const sums = computeSumsByChain(columns, all, groupingOf(catalog, 'chain'), groupings);
      const selected = sums.filter(({ chain }) => chains === undefined || chains.includes(chain));
      return computeTrends(selected, groupings);
    },
  };
}

test('the strategies with the largest rises and falls of the APY are sorted by change, and for equal changes by TVL', () => {
  const moved = market([
    row('a', { apyChange: 1 }),
    row('b', { apyChange: -2 }),
    row('c', { apyChange: 3 }),
    row('d', { apyChange: nan }),
    row('e', { apyChange: 1, tvl: 5_000 }),
    row('f'),
  ]);
  expect(moved.movers('apyChange', 10)).toEqual({ up: ['c', 'e', 'a'], down: ['b'] });
  expect(moved.movers('apyChange', 2).up).toEqual(['c', 'e']);
  expect(moved.movers('tvlChange', 10)).toEqual({ up: [], down: [] });
});

describe('groups of the market trends', () => {
  test('the change of a group is computed only from strategies whose values at the start and end are known', () => {
    const { trends } = market([
      row('a', { tvl: 300, tvlChange: 50, current_apy: 4, apyChange: 1 }),
      row('b', { tvl: 100, tvlChange: -50, current_apy: 8, apyChange: -3 }),
      row('c', { tvl: 600, tvlChange: nan, current_apy: 10, apyChange: nan }),
    ]);
    // The TVL of `a` rose from 200 to 300, and the TVL of `b` fell from 200 to 100. `c` was not listed at the start.
    expect(trends().chain).toEqual([
      { key: 'ethereum', strategies: 3, tvl: 1_000, tvlChange: 0, apy: 8, apyChange: 0 },
    ]);
  });

  test('if no strategy of a group has a known start value, the TVL and APY changes of the group are unknown, not 0', () => {
    const { trends } = market([row('a', { tvlChange: nan, apyChange: nan })]);
    const none = { tvlChange: nan, apyChange: nan };
    expect(trends().protocol).toEqual([{ key: 'aave-v3', strategies: 1, tvl: 1_000, apy: 5, ...none }]);
    expect(market([]).trends().total).toEqual({ strategies: 0, tvl: 0, apy: nan, ...none });
  });
});

describe('the trends of any strategies', () => {
  const anyRows = fc
    .array(
      fc.record({
        chain: fc.constantFrom('a', 'b', 'c'),
        protocol: fc.constantFrom('p', 'q', 'r'),
        underlying_assets: fc.uniqueArray(fc.constantFrom('USDC', 'ETH', 'WBTC'), { minLength: 1 }),
        current_apy: fc.double({ min: -10, max: 100, noNaN: true }),
        tvl: fc.oneof(fc.constant(500), fc.double({ min: 0, max: 1e9, noNaN: true })),
        apyChange: fc.oneof(fc.constant(1), fc.double({ min: -50, max: 50 })),
        tvlChange: fc.double({ min: -99, max: 500 }),
      }),
    )
    .map((list) => list.map((each, index) => ({ ...each, id: `strat_${index}` })));

  test('the trends equal the result of a simple calculation that sorts and sums all strategies', () => {
    const anyChains = fc.option(fc.subarray(['a', 'b', 'c']), { nil: undefined });
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1, max: 5 }), anyChains, (rows, limit, chains) => {
        const { records, changeOf, trends, movers: moved } = market(rows);
        for (const figure of ['apyChange', 'tvlChange'] as const) {
          const plain = listMoversNaively(records, (id) => changeOf(id)[figure], limit);
          expect(moved(figure, limit)).toEqual(plain);
        }
        const selected = records.filter(({ chain }) => chains === undefined || chains.includes(chain));
        for (const group of ['chain', 'protocol', 'asset'] as const) {
          expect(trends(chains)[group]).toEqual(computeTrendsPlainly(selected, changeOf, group));
        }
      }),
    );
  });

  test('the TVL of all chains, of all protocols or of all assets sums to the total TVL', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const trends = market(rows).trends();
        const { tvl } = trends.total;
        for (const group of ['chain', 'protocol', 'asset'] as const) {
          const sum = trends[group].reduce((all, each) => all + each.tvl, 0);
          expect(Math.abs(sum - tvl)).toBeLessThanOrEqual(1e-6 * (1 + tvl));
        }
      }),
    );
  });
});
