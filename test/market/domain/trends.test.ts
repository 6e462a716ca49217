import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupingOf } from '../../../shared/market/domain/groupings.ts';
import { groupTrends, movers, totalTrend } from '../../../shared/market/domain/trends.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { catalogOf, strategyRecordOf } from '../../support/records.ts';
import { type Change, moversPlainly, trendsPlainly } from './models.ts';

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

/** The catalog of some rows with its columns, and what changed of each. */
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
      const { up, down } = movers(columns, all, figure, limit);
      return { up: up.map((ordinal) => ids[ordinal]), down: down.map((ordinal) => ids[ordinal]) };
    },
    groups: (group: 'chain' | 'protocol' | 'asset') => groupTrends(columns, all, groupingOf(catalog, group)),
    total: () => totalTrend(columns, all),
  };
}

test('movers: the greatest first, of equals the one with more TVL; what is unknown or stood still is none', () => {
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

describe('groups', () => {
  test('changes count only what was there at both ends', () => {
    const { groups } = market([
      row('a', { tvl: 300, tvlChange: 50, current_apy: 4, apyChange: 1 }),
      row('b', { tvl: 100, tvlChange: -50, current_apy: 8, apyChange: -3 }),
      row('c', { tvl: 600, tvlChange: nan, current_apy: 10, apyChange: nan }),
    ]);
    // 300 was 200 and 100 was 200; the third was not listed yet.
    expect(groups('chain')).toEqual([
      { key: 'ethereum', strategies: 3, tvl: 1_000, tvlChange: 0, apy: 8, apyChange: 0 },
    ]);
  });

  test('nothing known at the start gives no change, never 0', () => {
    const { groups } = market([row('a', { tvlChange: nan, apyChange: nan })]);
    const none = { tvlChange: nan, apyChange: nan };
    expect(groups('protocol')).toEqual([{ key: 'aave-v3', strategies: 1, tvl: 1_000, apy: 5, ...none }]);
    expect(market([]).total()).toEqual({ strategies: 0, tvl: 0, apy: nan, ...none });
  });
});

describe('whatever the strategies', () => {
  const anyRows = fc
    .array(
      fc.record({
        chain: fc.constantFrom('a', 'b'),
        protocol: fc.constantFrom('p', 'q', 'r'),
        underlying_assets: fc.uniqueArray(fc.constantFrom('USDC', 'ETH', 'WBTC'), { minLength: 1 }),
        current_apy: fc.double({ min: -10, max: 100, noNaN: true }),
        tvl: fc.oneof(fc.constant(500), fc.double({ min: 0, max: 1e9, noNaN: true })),
        apyChange: fc.oneof(fc.constant(1), fc.double({ min: -50, max: 50 })),
        tvlChange: fc.double({ min: -99, max: 500 }),
      }),
    )
    .map((list) => list.map((each, index) => ({ ...each, id: `strat_${index}` })));

  test('movers and groups are what sorting and adding one by one come to', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1, max: 5 }), (rows, limit) => {
        const { records, changeOf, groups, movers: moved } = market(rows);
        for (const figure of ['apyChange', 'tvlChange'] as const) {
          const plain = moversPlainly(records, (id) => changeOf(id)[figure], limit);
          expect(moved(figure, limit)).toEqual(plain);
        }
        for (const group of ['chain', 'protocol', 'asset'] as const) {
          expect(groups(group)).toEqual(trendsPlainly(records, changeOf, group));
        }
      }),
    );
  });

  test('a pool of two assets counts half for each, and every grouping adds up to the total', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { groups, total } = market(rows);
        const { tvl } = total();
        for (const group of ['chain', 'protocol', 'asset'] as const) {
          const sum = groups(group).reduce((all, each) => all + each.tvl, 0);
          expect(Math.abs(sum - tvl)).toBeLessThanOrEqual(1e-6 * (1 + tvl));
        }
      }),
    );
  });
});
