import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeStatisticsByWindow,
  computeWindowStatistics,
  dailyLogGrowthOf,
  minSampleCountFor,
  STATISTIC_NAMES,
} from '../../../shared/market/domain/window-statistics.ts';

const apy = fc.double({ min: -50, max: 500, noNaN: true });
const gap = fc.constant(Number.NaN);
const series = fc.array(fc.oneof({ arbitrary: apy, weight: 4 }, { arbitrary: gap, weight: 1 }), {
  minLength: 1,
  maxLength: 60,
});

describe('statistics compared with values that were calculated by hand', () => {
  const week = { apy: [2, 4, 4, 4, 5, 5, 9], tvl: [100, 200, 50, 100, 100, 150, 150] };
  const figures = computeWindowStatistics(week, 7);

  test('the statistics contain the mean, minimum, maximum, change and volatility of the daily APY', () => {
    expect(figures.samples).toBe(7);
    expect(figures.meanApy).toBeCloseTo(33 / 7, 10);
    expect(figures.minApy).toBe(2);
    expect(figures.maxApy).toBe(9);
    expect(figures.apyChange).toBe(7);
    const squares = [2, 4, 4, 4, 5, 5, 9].map((value) => (value - 33 / 7) ** 2);
    expect(figures.volatility).toBeCloseTo(Math.sqrt(squares.reduce((a, b) => a + b) / 6), 10);
  });

  test('if the values of the day before the window are known, the changes of APY and TVL start from these values', () => {
    const longer = computeWindowStatistics({ apy: [1, ...week.apy], tvl: [75, ...week.tvl] }, 7);
    expect([longer.apyChange, longer.tvlChange, longer.samples]).toEqual([8, 100, 7]);
    const unknown = computeWindowStatistics(
      { apy: [Number.NaN, ...week.apy], tvl: [Number.NaN, ...week.tvl] },
      7,
    );
    expect(unknown).toEqual(figures);
  });

  test('the TVL statistics compare the last day with the first day and with the highest value', () => {
    expect(figures.tvlChange).toBeCloseTo(50, 10);
    expect(figures.tvlDrawdown).toBeCloseTo(75, 10);
  });

  test('a constant APY over a year has a compounded return equal to the APY', () => {
    const year = { apy: Array.from({ length: 365 }, () => 7), tvl: [] };
    expect(computeWindowStatistics(year, 365).compoundedReturn).toBeCloseTo(7, 8);
    expect(computeWindowStatistics(year, 30).compoundedReturn).toBeCloseTo(
      (1.07 ** (30 / 365) - 1) * 100,
      10,
    );
  });
});

describe('a window with too few samples', () => {
  test('a window needs known values for at least half of its days', () => {
    expect([7, 30, 90, 365].map(minSampleCountFor)).toEqual([4, 15, 45, 183]);
  });

  test('if too few days of a window are known, all statistics except the number of known days are unknown', () => {
    fc.assert(
      fc.property(fc.array(apy, { maxLength: 3 }), (values) => {
        const { samples, ...figures } = computeWindowStatistics({ apy: values, tvl: values }, 7);
        expect(samples).toBe(values.length);
        expect(Object.values(figures).every(Number.isNaN)).toBe(true);
      }),
    );
  });

  test('a day without a known APY does not lower the mean APY of the window', () => {
    const figures = computeWindowStatistics(
      { apy: [5, Number.NaN, 5, Number.NaN, 5, Number.NaN, 5], tvl: [] },
      7,
    );
    expect(figures.meanApy).toBe(5);
    expect(figures.volatility).toBe(0);
    expect(figures.compoundedReturn).toBeCloseTo((1.05 ** (7 / 365) - 1) * 100, 10);
    expect(figures.tvlChange).toBeNaN();
  });
});

describe('properties of the statistics of a window', () => {
  test('the mean APY is between the lowest and the highest APY, and the volatility is never negative', () => {
    fc.assert(
      fc.property(series, (values) => {
        const figures = computeWindowStatistics({ apy: values, tvl: values }, values.length);
        if (figures.samples < minSampleCountFor(values.length)) return;
        expect(figures.meanApy).toBeGreaterThanOrEqual(figures.minApy - 1e-9);
        expect(figures.meanApy).toBeLessThanOrEqual(figures.maxApy + 1e-9);
        expect(figures.volatility).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('the days before a window affect only the APY change and the TVL change of the window', () => {
    fc.assert(
      fc.property(series, series, (before, values) => {
        const days = values.length;
        const figures = (earlier: number[]) =>
          computeWindowStatistics({ apy: [...earlier, ...values], tvl: [...earlier, ...values] }, days);
        expect(figures(before)).toEqual(figures(before.slice(-1)));
        const { apyChange: _, tvlChange: __, ...others } = figures(before);
        expect(figures([])).toMatchObject(others);
      }),
    );
  });

  test('a higher APY on any day never lowers the compounded return', () => {
    fc.assert(
      fc.property(fc.array(apy, { minLength: 7, maxLength: 7 }), fc.nat(6), (values, day) => {
        const better = values.with(day, (values[day] ?? 0) + 1);
        const compounded = (list: number[]) =>
          computeWindowStatistics({ apy: list, tvl: [] }, 7).compoundedReturn;
        expect(compounded(better)).toBeGreaterThan(compounded(values));
      }),
    );
  });

  test('the drawdown is a percentage from 0 to 100 for any TVL', () => {
    const tvl = fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(tvl, (values) => {
        const { tvlDrawdown } = computeWindowStatistics({ apy: values, tvl: values }, 7);
        expect(tvlDrawdown).toBeGreaterThanOrEqual(0);
        expect(tvlDrawdown).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('statistics are finite numbers even for an APY below -100%', () => {
    expect(dailyLogGrowthOf(-500)).toBe(dailyLogGrowthOf(-100));
    expect(Number.isFinite(dailyLogGrowthOf(-100))).toBe(true);
  });
});

test('the statistics of a strategy have the same fields for each of the windows 7d, 30d, 90d and 365d', () => {
  const year = { apy: Array.from({ length: 365 }, (_, day) => day / 10), tvl: Array<number>(365).fill(1e6) };
  const statisticsByWindow = computeStatisticsByWindow(year);
  expect(Object.keys(statisticsByWindow)).toEqual(['7d', '30d', '90d', '365d']);
  for (const figures of Object.values(statisticsByWindow))
    expect(Object.keys(figures)).toEqual([...STATISTIC_NAMES]);
});
