import { WINDOW_DAYS, type Window } from '../contract/windows.ts';

/** The share of a window's days that must be known before any figure over it is given. Chosen, not fitted. */
const MIN_COVERAGE = 0.5;
const DAYS_PER_YEAR = 365;

/**
 * Figures of one strategy over one window. APYs are in percent, changes of APY and the volatility in percentage
 * points, every other change in percent. NaN stands for "not known": it becomes null on the wire, never 0.
 */
export interface WindowStatistics {
  readonly meanApy: number;
  readonly minApy: number;
  readonly maxApy: number;
  /** Sample standard deviation of the daily APY. */
  readonly volatility: number;
  /** What the window's daily APYs compounded to, in percent over the window (not annualised). */
  readonly compoundedReturn: number;
  /** Last known APY less the APY the window's length before it, or the first known one since. */
  readonly apyChange: number;
  /** Last known TVL against the TVL the window's length before it, or the first known one since. */
  readonly tvlChange: number;
  /** The deepest fall of the TVL from an earlier peak of the window, 0 to 100. */
  readonly tvlDrawdown: number;
  /** Days of the window with an APY. */
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

export type StatisticsByWindow = Readonly<Record<Window, WindowStatistics>>;

/** The fewest known days for which a window of `days` has figures. */
export function minSamples(days: number): number {
  return Math.max(2, Math.ceil(days * MIN_COVERAGE));
}

/** Figures over a window too few of whose days are known. */
export function unknownStatistics(samples: number): WindowStatistics {
  const unknown = Number.NaN;
  return {
    meanApy: unknown,
    minApy: unknown,
    maxApy: unknown,
    volatility: unknown,
    compoundedReturn: unknown,
    apyChange: unknown,
    tvlChange: unknown,
    tvlDrawdown: unknown,
    samples,
  };
}

/**
 * Statistics over the last `days` entries of a daily series: one entry per calendar day, oldest first, ending on the
 * day that is reported, NaN for a day without an observation. APY in percent, TVL in USD. A series shorter than the
 * window counts as unknown before its start. Changes look one entry further back: what 7 days changed is the
 * difference to the day 7 days before, not to the first of 7 days.
 */
export function windowStatistics(
  series: { readonly apy: ArrayLike<number>; readonly tvl: ArrayLike<number> },
  days: number,
): WindowStatistics {
  const { apy, tvl } = series;
  let samples = 0;
  let sum = 0;
  let minApy = Number.POSITIVE_INFINITY;
  let maxApy = Number.NEGATIVE_INFINITY;
  let logGrowth = 0;
  let first = Number.NaN;
  let last = Number.NaN;
  for (let day = Math.max(0, apy.length - days); day < apy.length; day += 1) {
    const value = apy[day] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (samples === 0) first = value;
    last = value;
    samples += 1;
    sum += value;
    if (value < minApy) minApy = value;
    if (value > maxApy) maxApy = value;
    logGrowth += dailyLogGrowth(value);
  }
  if (samples < minSamples(days)) return unknownStatistics(samples);
  const meanApy = sum / samples;
  return {
    meanApy,
    minApy,
    maxApy,
    volatility: deviation(apy, days, meanApy, samples),
    // Days without an observation earn what the known days earned on average.
    compoundedReturn: Math.expm1((logGrowth / samples) * days) * 100,
    apyChange: last - dayBefore(apy, days, first),
    ...tvlFigures(tvl, days),
    samples,
  };
}

/** Statistics over every window of the contract. */
export function statisticsByWindow(series: {
  readonly apy: ArrayLike<number>;
  readonly tvl: ArrayLike<number>;
}): StatisticsByWindow {
  return {
    '7d': windowStatistics(series, WINDOW_DAYS['7d']),
    '30d': windowStatistics(series, WINDOW_DAYS['30d']),
    '90d': windowStatistics(series, WINDOW_DAYS['90d']),
    '365d': windowStatistics(series, WINDOW_DAYS['365d']),
  };
}

/**
 * The natural logarithm of one day's growth at an APY in percent, from (1 + apy)^(1/365). An APY of -100% or less
 * loses all but a billionth, so that a product over days stays finite.
 */
export function dailyLogGrowth(apyPercent: number): number {
  return Math.log(Math.max(1 + apyPercent / 100, 1e-9)) / DAYS_PER_YEAR;
}

function deviation(values: ArrayLike<number>, days: number, mean: number, samples: number): number {
  let squares = 0;
  for (let day = Math.max(0, values.length - days); day < values.length; day += 1) {
    const value = values[day] ?? Number.NaN;
    if (!Number.isNaN(value)) squares += (value - mean) ** 2;
  }
  return Math.sqrt(squares / (samples - 1));
}

/** The value of the day before a window, or of the first known day in it. */
function dayBefore(values: ArrayLike<number>, days: number, firstKnown: number): number {
  const value = values[values.length - 1 - days] ?? Number.NaN;
  return Number.isNaN(value) ? firstKnown : value;
}

function tvlFigures(tvl: ArrayLike<number>, days: number): { tvlChange: number; tvlDrawdown: number } {
  let samples = 0;
  let first = Number.NaN;
  let last = Number.NaN;
  let peak = 0;
  let drawdown = 0;
  for (let day = Math.max(0, tvl.length - days); day < tvl.length; day += 1) {
    const value = tvl[day] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (samples === 0) first = value;
    last = value;
    samples += 1;
    if (value > peak) peak = value;
    if (peak > 0) drawdown = Math.max(drawdown, 1 - value / peak);
  }
  if (samples < minSamples(days)) return { tvlChange: Number.NaN, tvlDrawdown: Number.NaN };
  const base = dayBefore(tvl, days, first);
  return { tvlChange: base > 0 ? (last / base - 1) * 100 : Number.NaN, tvlDrawdown: drawdown * 100 };
}
