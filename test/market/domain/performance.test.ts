import { expect, test } from 'vitest';
import { PerformanceIndex, performanceOf } from '../../../shared/market/domain/performance.ts';
import { buildPerformanceSnapshot } from '../../../shared/market/domain/performance-snapshot.ts';
import {
  computeStatisticsByWindow,
  createUnknownStatistics,
} from '../../../shared/market/domain/window-statistics.ts';

const now = new Date('2026-01-31T00:00:00Z');
const figures = computeStatisticsByWindow({ apy: [4, 6, 4, 6, 4, 6, 5], tvl: Array<number>(7).fill(100) })[
  '7d'
];

test('the risk-adjusted return is the excess APY over the market divided by the volatility', () => {
  const performance = performanceOf(figures, { apy: 3, strategies: 12 }, '7d');
  expect(performance).toMatchObject({ meanApy: 5, benchmarkApy: 3, excessApy: 2, coverage: 1, samples: 7 });
  expect(performance.riskAdjustedReturn).toBeCloseTo(2 / figures.volatility, 10);
});

test('a market of fewer than two strategies has no benchmark APY', () => {
  for (const benchmark of [undefined, { apy: 5, strategies: 1 }]) {
    const { benchmarkApy, excessApy, riskAdjustedReturn } = performanceOf(figures, benchmark, '7d');
    expect([benchmarkApy, excessApy, riskAdjustedReturn]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  }
});

test('the risk-adjusted return of a strategy is unknown if its APY is constant', () => {
  const constant = computeStatisticsByWindow({ apy: Array<number>(7).fill(5), tvl: [] })['7d'];
  expect(performanceOf(constant, { apy: 3, strategies: 2 }, '7d').riskAdjustedReturn).toBeNaN();
  const few = performanceOf(createUnknownStatistics(3), { apy: 3, strategies: 2 }, '30d');
  expect(few).toMatchObject({ coverage: 0.1, samples: 3, meanApy: Number.NaN, excessApy: Number.NaN });
});

test('PerformanceIndex finds the row and the performance figures of a strategy by its id', () => {
  const subject = (id: string) => ({ id, asset: 'USDC', tvl: 100, outlier: false });
  const history = (level: number) =>
    computeStatisticsByWindow({
      apy: [4, 6, 4, 6, 4, 6, 5].map((apy) => apy + level),
      tvl: Array<number>(7).fill(100),
    });
  const snapshot = buildPerformanceSnapshot(
    [subject('strat_a'), subject('strat_b')],
    new Map([
      ['strat_a', history(0)],
      ['strat_b', history(2)],
    ]),
    now,
  );
  const index = new PerformanceIndex(snapshot);
  expect(index.rowOf('strat_b')).toBe(1);
  expect(index.rowOf('strat_c')).toBeUndefined();
  const performance = index.performance(1, '7d');
  expect(performance).toMatchObject({ meanApy: 7, benchmarkApy: 6, excessApy: 1, samples: 7, tvlChange: 0 });
  for (const [name, value] of Object.entries(performance)) {
    const column = Object.entries(index.columns('7d')).find(([key]) => key === name)?.[1];
    expect(column?.[1], name).toBeCloseTo(Number(value), 5);
  }
  expect(index.performance(undefined, '7d')).toMatchObject({ samples: 0, coverage: 0, meanApy: Number.NaN });
});
