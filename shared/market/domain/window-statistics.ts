import { type TimeWindow, WINDOW_DAYS } from '../contract/windows.ts';

/** Minimum fraction of the days in a window that must be known. Otherwise, the figures of the window are unknown. */
const MIN_KNOWN_DAYS_FRACTION = 0.5;
const DAYS_PER_YEAR = 365;

/**
 * Figures of one strategy over one window. APYs are in percent. The volatility and the change of the APY are in
 * percentage points. Changes of the TVL are in percent. NaN means unknown.
 */
export interface WindowStatistics {
  readonly meanApy: number;
  readonly minApy: number;
  readonly maxApy: number;
  /** Sample standard deviation of the daily APY, in percentage points. */
  readonly volatility: number;
  /** Compounded return of the window's daily APYs in percent. It is for the length of the window, not annualized. */
  readonly compoundedReturn: number;
  /**
   * Change of the APY in percentage points, from the APY at the start of the window to the last known APY. If the
   * APY at the start is unknown, the first known APY after it is used.
   */
  readonly apyChange: number;
  /**
   * Change of the TVL in percent, from the TVL at the start of the window to the last known TVL. If the TVL at the
   * start is unknown, the first known TVL after it is used.
   */
  readonly tvlChange: number;
  /** Largest fall of the TVL from an earlier peak in the window, in percent, 0 to 100. */
  readonly tvlDrawdown: number;
  /** Number of days in the window with a known APY. */
  readonly samples: number;
}

export const STATISTIC_NAMES = [
  'meanApy',
  'minApy',
  'maxApy',
  'volatility',
  'compoundedReturn',
  'apyChange',
  'tvlChange',
  'tvlDrawdown',
  'samples',
] as const satisfies readonly (keyof WindowStatistics)[];

export type StatisticsByWindow = Readonly<Record<TimeWindow, WindowStatistics>>;

/** Returns the minimum number of days with a known value for the statistics of a window of `days` days. */
export function minSampleCountFor(days: number): number {
  return Math.max(2, Math.ceil(days * MIN_KNOWN_DAYS_FRACTION));
}

/** Returns the statistics of a window with too few known days. All figures except `samples` are unknown. */
export function createUnknownStatistics(sampleCount: number): WindowStatistics {
  const unknownValue = Number.NaN;
  return {
    meanApy: unknownValue,
    minApy: unknownValue,
    maxApy: unknownValue,
    volatility: unknownValue,
    compoundedReturn: unknownValue,
    apyChange: unknownValue,
    tvlChange: unknownValue,
    tvlDrawdown: unknownValue,
    samples: sampleCount,
  };
}

/**
 * Computes statistics over the last `days` entries of a daily series, oldest first. NaN means unknown. APY is in
 * percent, TVL in USD. A change over 7 days compares with the day 7 days ago.
 */
export function computeWindowStatistics(
  series: { readonly apy: ArrayLike<number>; readonly tvl: ArrayLike<number> },
  days: number,
): WindowStatistics {
  const { apy, tvl } = series;
  let sampleCount = 0;
  let sum = 0;
  let minApy = Number.POSITIVE_INFINITY;
  let maxApy = Number.NEGATIVE_INFINITY;
  let totalLogGrowth = 0;
  let firstApy = Number.NaN;
  let lastApy = Number.NaN;
  for (let day = Math.max(0, apy.length - days); day < apy.length; day += 1) {
    const value = apy[day] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (sampleCount === 0) firstApy = value;
    lastApy = value;
    sampleCount += 1;
    sum += value;
    if (value < minApy) minApy = value;
    if (value > maxApy) maxApy = value;
    totalLogGrowth += dailyLogGrowthOf(value);
  }
  if (sampleCount < minSampleCountFor(days)) return createUnknownStatistics(sampleCount);
  const meanApy = sum / sampleCount;
  return {
    meanApy,
    minApy,
    maxApy,
    volatility: computeSampleDeviation(apy, days, meanApy, sampleCount),
    // For unknown days, assume the mean growth of the known days.
    compoundedReturn: Math.expm1((totalLogGrowth / sampleCount) * days) * 100,
    apyChange: lastApy - findValueBeforeWindow(apy, days, firstApy),
    ...computeTvlChangeAndDrawdown(tvl, days),
    samples: sampleCount,
  };
}

export function computeStatisticsByWindow(series: {
  readonly apy: ArrayLike<number>;
  readonly tvl: ArrayLike<number>;
}): StatisticsByWindow {
  return {
    '7d': computeWindowStatistics(series, WINDOW_DAYS['7d']),
    '30d': computeWindowStatistics(series, WINDOW_DAYS['30d']),
    '90d': computeWindowStatistics(series, WINDOW_DAYS['90d']),
    '365d': computeWindowStatistics(series, WINDOW_DAYS['365d']),
  };
}

/**
 * Returns the natural logarithm of the growth in one day at an APY in percent. The growth is (1 + APY)^(1/365). An APY
 * of -100% or less is treated as slightly more than -100%, because the logarithm must be finite.
 */
export function dailyLogGrowthOf(apyPercent: number): number {
  return Math.log(Math.max(1 + apyPercent / 100, 1e-9)) / DAYS_PER_YEAR;
}

function computeSampleDeviation(
  values: ArrayLike<number>,
  days: number,
  mean: number,
  sampleCount: number,
): number {
  let sumOfSquaredDeviations = 0;
  for (let day = Math.max(0, values.length - days); day < values.length; day += 1) {
    const value = values[day] ?? Number.NaN;
    if (!Number.isNaN(value)) sumOfSquaredDeviations += (value - mean) ** 2;
  }
  return Math.sqrt(sumOfSquaredDeviations / (sampleCount - 1));
}

/** Returns the value on the day before the window. If it is unknown, returns the first known value in the window. */
function findValueBeforeWindow(values: ArrayLike<number>, days: number, firstKnownValue: number): number {
  const value = values[values.length - 1 - days] ?? Number.NaN;
  return Number.isNaN(value) ? firstKnownValue : value;
}

function computeTvlChangeAndDrawdown(
  tvl: ArrayLike<number>,
  days: number,
): { tvlChange: number; tvlDrawdown: number } {
  let sampleCount = 0;
  let firstTvl = Number.NaN;
  let lastTvl = Number.NaN;
  let peak = 0;
  let maxDrawdownFraction = 0;
  for (let day = Math.max(0, tvl.length - days); day < tvl.length; day += 1) {
    const value = tvl[day] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (sampleCount === 0) firstTvl = value;
    lastTvl = value;
    sampleCount += 1;
    if (value > peak) peak = value;
    if (peak > 0) maxDrawdownFraction = Math.max(maxDrawdownFraction, 1 - value / peak);
  }
  if (sampleCount < minSampleCountFor(days)) return { tvlChange: Number.NaN, tvlDrawdown: Number.NaN };
  const startTvl = findValueBeforeWindow(tvl, days, firstTvl);
  return {
    tvlChange: startTvl > 0 ? (lastTvl / startTvl - 1) * 100 : Number.NaN,
    tvlDrawdown: maxDrawdownFraction * 100,
  };
}
