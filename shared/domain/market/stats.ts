import { dayDate } from './days.ts';

/** Daily history without holes in its index: entry i is day `firstDay + i`, NaN where nothing was recorded. */
export interface DailySeries {
  /** Whole days since 1970-01-01 (UTC). */
  readonly firstDay: number;
  /** Percent. */
  readonly apy: ArrayLike<number>;
  /** USD. */
  readonly tvlUsd: ArrayLike<number>;
}

/** The windows over which performance is told, in days. */
export const WINDOW_DAYS = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;
export type Window = keyof typeof WINDOW_DAYS;
export const WINDOWS = ['7d', '30d', '90d', '365d'] as const satisfies readonly Window[];

/** A window with fewer recorded days than this share of it is not summed up: its figures are null. */
export const MIN_COVERAGE = 0.5;

/** What a window of daily history says. Figures are null, never 0, where too few days were recorded. */
export interface WindowStatistics {
  /** Days recorded in the window. */
  readonly samples: number;
  /** Recorded days over the window's days, 0 to 1. */
  readonly coverage: number;
  /** Arithmetic mean, least and greatest daily APY, in percent. */
  readonly mean_apy: number | null;
  readonly min_apy: number | null;
  readonly max_apy: number | null;
  /** Sample standard deviation (n - 1) of the daily APY, in percentage points. */
  readonly volatility: number | null;
  /** What a deposit would have grown by over the whole window, in percent of itself, compounded daily. */
  readonly compounded_return: number | null;
  /** The deepest fall of that deposit's value from an earlier peak, in percent (0 or more). */
  readonly max_drawdown: number | null;
  /** Change of TVL from the first to the last recorded day, in percent; null when it began at 0. */
  readonly tvl_change: number | null;
  /** The deepest fall of TVL from an earlier peak, in percent (0 to 100). */
  readonly tvl_max_drawdown: number | null;
}

/** A strategy's statistics over every window, all ending on the same day. */
export interface PerformanceRecord {
  readonly id: string;
  /** The last day of the windows, `yyyy-mm-dd` (UTC). */
  readonly day: string;
  /** Days recorded in all. */
  readonly history_days: number;
  readonly windows: Readonly<Record<Window, WindowStatistics>>;
}

const DAYS_PER_YEAR = 365;
/** An APY of -100% or less would wipe out a deposit for good; its growth is taken for that of nearly so. */
const MIN_GROWTH_APY = -99.99;

/**
 * Statistics of the `days` days that end with `lastDay` (both inclusive).
 *
 * With y the APY of a day as a fraction, the day's growth is (1 + y)^(1/365). The compounded return is the product of
 * the recorded days' growth, extended to the whole window at their geometric mean where days are missing.
 */
export function windowStatistics(series: DailySeries, lastDay: number, days: number): WindowStatistics {
  const to = Math.min(series.apy.length - 1, lastDay - series.firstDay);
  const from = Math.max(0, lastDay - days + 1 - series.firstDay);
  const sums = accumulate(series, from, to);
  const samples = sums.samples;
  const shared = { samples, coverage: round(samples / days, 4) };
  if (samples < 2 || samples < days * MIN_COVERAGE) {
    return { ...shared, ...NOTHING };
  }
  return {
    ...shared,
    mean_apy: round(sums.mean, 5),
    min_apy: round(sums.min, 5),
    max_apy: round(sums.max, 5),
    volatility: round(Math.sqrt(sums.squares / (samples - 1)), 5),
    compounded_return: round(Math.expm1((sums.logGrowth * days) / samples) * 100, 5),
    max_drawdown: round(-Math.expm1(-sums.logFall) * 100, 5),
    tvl_change: sums.firstTvl > 0 ? round((sums.lastTvl / sums.firstTvl - 1) * 100, 3) : null,
    tvl_max_drawdown: round(sums.tvlFall * 100, 3),
  };
}

const NOTHING = {
  mean_apy: null,
  min_apy: null,
  max_apy: null,
  volatility: null,
  compounded_return: null,
  max_drawdown: null,
  tvl_change: null,
  tvl_max_drawdown: null,
} as const;

/** One pass over the entries `from` to `to`; mean and squares by Welford's recurrence, which keeps its precision. */
function accumulate(series: DailySeries, from: number, to: number) {
  let samples = 0;
  let mean = 0;
  let squares = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let logGrowth = 0;
  let logPeak = 0;
  let logFall = 0;
  let firstTvl = Number.NaN;
  let lastTvl = Number.NaN;
  let tvlPeak = 0;
  let tvlFall = 0;
  for (let index = from; index <= to; index += 1) {
    const apy = series.apy[index] ?? Number.NaN;
    const tvlUsd = series.tvlUsd[index] ?? Number.NaN;
    if (Number.isNaN(apy) || Number.isNaN(tvlUsd)) continue;
    samples += 1;
    const delta = apy - mean;
    mean += delta / samples;
    squares += delta * (apy - mean);
    if (apy < min) min = apy;
    if (apy > max) max = apy;
    logGrowth += Math.log1p(Math.max(apy, MIN_GROWTH_APY) / 100) / DAYS_PER_YEAR;
    if (logGrowth > logPeak) logPeak = logGrowth;
    else if (logPeak - logGrowth > logFall) logFall = logPeak - logGrowth;
    if (samples === 1) firstTvl = tvlUsd;
    lastTvl = tvlUsd;
    if (tvlUsd > tvlPeak) tvlPeak = tvlUsd;
    else if (tvlPeak > 0 && 1 - tvlUsd / tvlPeak > tvlFall) tvlFall = 1 - tvlUsd / tvlPeak;
  }
  return { samples, mean, squares, min, max, logGrowth, logFall, firstTvl, lastTvl, tvlFall };
}

/** Every window's statistics as of the end of `lastDay`. */
export function performanceRecord(id: string, series: DailySeries, lastDay: number): PerformanceRecord {
  return {
    id,
    day: dayDate(lastDay),
    history_days: recordedDays(series),
    windows: {
      '7d': windowStatistics(series, lastDay, WINDOW_DAYS['7d']),
      '30d': windowStatistics(series, lastDay, WINDOW_DAYS['30d']),
      '90d': windowStatistics(series, lastDay, WINDOW_DAYS['90d']),
      '365d': windowStatistics(series, lastDay, WINDOW_DAYS['365d']),
    },
  };
}

/** Days of the series on which both figures were recorded. */
export function recordedDays(series: DailySeries): number {
  let count = 0;
  for (let index = 0; index < series.apy.length; index += 1) {
    if (!Number.isNaN((series.apy[index] ?? Number.NaN) + (series.tvlUsd[index] ?? Number.NaN))) count += 1;
  }
  return count;
}

/** A number with at most `decimals` decimals; never -0, which JSON cannot tell from 0. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}
