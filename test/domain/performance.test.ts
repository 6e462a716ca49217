import { expect, test } from 'vitest';
import { buildPerformanceSnapshot } from '../../shared/domain/market/performance-snapshot.ts';
import { statisticsByWindow, unknownStatistics } from '../../shared/domain/market/window-statistics.ts';
import { PerformanceIndex, performanceOf } from '../../shared/domain/performance.ts';

const now = new Date('2026-01-31T00:00:00Z');
const figures = statisticsByWindow({ apy: [4, 6, 4, 6, 4, 6, 5], tvl: Array(7).fill(100) })['7d'];

test('the excess over the market per point of volatility', () => {
  const performance = performanceOf(figures, { apy: 3, strategies: 12 }, '7d');
  expect(performance).toMatchObject({ meanApy: 5, benchmarkApy: 3, excessApy: 2, coverage: 1, samples: 7 });
  expect(performance.riskAdjustedReturn).toBeCloseTo(2 / figures.volatility, 10);
});

test('a market of one, or none, is no benchmark', () => {
  for (const benchmark of [undefined, { apy: 5, strategies: 1 }]) {
    const { benchmarkApy, excessApy, riskAdjustedReturn } = performanceOf(figures, benchmark, '7d');
    expect([benchmarkApy, excessApy, riskAdjustedReturn]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  }
});

test('a constant APY has no risk-adjusted return, and too few samples have a coverage alone', () => {
  const constant = statisticsByWindow({ apy: Array(7).fill(5), tvl: [] })['7d'];
  expect(performanceOf(constant, { apy: 3, strategies: 2 }, '7d').riskAdjustedReturn).toBeNaN();
  const few = performanceOf(unknownStatistics(3), { apy: 3, strategies: 2 }, '30d');
  expect(few).toMatchObject({ coverage: 0.1, samples: 3, meanApy: Number.NaN, excessApy: Number.NaN });
});

test('rows of the snapshot are found by id and asset', () => {
  const snapshot = buildPerformanceSnapshot(
    [{ id: 'strat_a', asset: 'USDC', tvl: 100, outlier: false }],
    new Map([['strat_a', statisticsByWindow({ apy: [4, 6, 4, 6, 4, 6, 5], tvl: Array(7).fill(100) })]]),
    now,
  );
  const index = new PerformanceIndex(snapshot);
  expect(index.asOf).toBe('2026-01-31T00:00:00.000Z');
  expect(index.statistics('strat_a', '7d')).toMatchObject({ meanApy: 5, samples: 7, tvlChange: 0 });
  expect(index.statistics('strat_b', '7d')).toBeUndefined();
  expect(index.benchmark('USDC', '7d')).toEqual({ apy: 5, strategies: 1 });
  expect(index.benchmark('ETH', '7d')).toBeUndefined();
});
