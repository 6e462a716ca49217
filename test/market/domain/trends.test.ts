import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupTrends, movers, type TrendRow, totalTrend } from '../../../shared/market/domain/trends.ts';

const nan = Number.NaN;
const row = (id: string, overrides: Partial<TrendRow> = {}): TrendRow => ({
  id,
  chain: 'ethereum',
  protocol: 'aave-v3',
  underlying_assets: ['USDC'],
  current_apy: 5,
  tvl: 1_000,
  apyChange: 0,
  tvlChange: 0,
  ...overrides,
});

describe('movers', () => {
  const rows = [
    row('a', { apyChange: 1 }),
    row('b', { apyChange: -2 }),
    row('c', { apyChange: 3 }),
    row('d', { apyChange: nan }),
    row('e', { apyChange: 1, tvl: 5_000 }),
    row('f'),
  ];
  const ids = (list: readonly TrendRow[]) => list.map(({ id }) => id);

  test('the greatest first, of equals the one with more TVL; what is unknown or stood still is no mover', () => {
    const { up, down } = movers(rows, 'apyChange', 10);
    expect(ids(up)).toEqual(['c', 'e', 'a']);
    expect(ids(down)).toEqual(['b']);
    expect(ids(movers(rows, 'apyChange', 2).up)).toEqual(['c', 'e']);
    expect(movers(rows, 'tvlChange', 10)).toEqual({ up: [], down: [] });
  });
});

describe('groups', () => {
  test('changes count only what was there at both ends', () => {
    const rows = [
      row('a', { tvl: 300, tvlChange: 50, current_apy: 4, apyChange: 1 }),
      row('b', { tvl: 100, tvlChange: -50, current_apy: 8, apyChange: -3 }),
      row('c', { tvl: 600, tvlChange: nan, current_apy: 10, apyChange: nan }),
    ];
    // 300 was 200 and 100 was 200; the third was not listed yet.
    expect(groupTrends(rows, 'chain')).toEqual([
      { key: 'ethereum', strategies: 3, tvl: 1_000, tvlChange: 0, apy: 8, apyChange: 0 },
    ]);
  });

  test('nothing known at the start gives no change, never 0', () => {
    const [only] = groupTrends([row('a', { tvlChange: nan, apyChange: nan })], 'protocol');
    expect(only).toEqual({
      key: 'aave-v3',
      strategies: 1,
      tvl: 1_000,
      tvlChange: nan,
      apy: 5,
      apyChange: nan,
    });
    expect(totalTrend([])).toEqual({ strategies: 0, tvl: 0, tvlChange: nan, apy: nan, apyChange: nan });
  });

  test('a pool of two assets counts half for each, and every grouping adds up to the total', () => {
    const anyRow = fc.record({
      id: fc.uuid(),
      chain: fc.constantFrom('a', 'b'),
      protocol: fc.constantFrom('p', 'q', 'r'),
      underlying_assets: fc.uniqueArray(fc.constantFrom('USDC', 'ETH', 'WBTC'), { minLength: 1 }),
      current_apy: fc.double({ min: -10, max: 100, noNaN: true }),
      tvl: fc.double({ min: 0, max: 1e9, noNaN: true }),
      apyChange: fc.double({ min: -50, max: 50 }),
      tvlChange: fc.double({ min: -99, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const total = totalTrend(rows).tvl;
        for (const group of ['chain', 'protocol', 'asset'] as const) {
          const sum = groupTrends(rows, group).reduce((all, { tvl }) => all + tvl, 0);
          expect(Math.abs(sum - total)).toBeLessThanOrEqual(1e-6 * (1 + total));
        }
      }),
    );
  });
});
