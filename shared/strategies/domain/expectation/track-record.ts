import { median } from '../../../platform/domain/numbers.ts';
import { toLogApy } from './log-apy.ts';

/**
 * Statistics of a strategy's history for its expected APY, its risk and the spike guard. NaN means unknown. Figures of
 * the APY are computed from `toLogApy` values. Spreads are sample standard deviations.
 */
export interface TrackRecord {
  /** Number of days with a known APY among the last 90 days and among the last 30 days. */
  readonly days90: number;
  readonly days30: number;
  /** Means of ln(1 + APY%) over the last 7, 30 and 90 days. */
  readonly mean7: number;
  readonly mean30: number;
  readonly mean90: number;
  /**
   * Standard deviations of ln(1 + APY%) over the last 7, 30 and 90 days. `spread7` is NaN if fewer than 5 days are
   * known.
   */
  readonly spread7: number;
  readonly spread30: number;
  readonly spread90: number;
  /** Median of ln(1 + APY%) over the last 30 days. */
  readonly median30: number;
  /** Lowest and highest ln(1 + APY%) of the last 30 days. */
  readonly low30: number;
  readonly high30: number;
  /** Median of ln(TVL) over the last 30 days. */
  readonly tvlMedian30: number;
  /** Standard deviation of the daily changes of ln(TVL) over the last 30 days. */
  readonly tvlSpread30: number;
  /** Last known TVL divided by the first known TVL, both within the last 31 days. */
  readonly tvlGrowth30: number;
  /** Number of successive known days, counted back from the latest one, with the same APY as the latest one. */
  readonly unmovedDays: number;
}

export const TRACK_RECORD_FIGURES = [
  'days90',
  'days30',
  'mean7',
  'mean30',
  'mean90',
  'spread7',
  'spread30',
  'spread90',
  'median30',
  'low30',
  'high30',
  'tvlMedian30',
  'tvlSpread30',
  'tvlGrowth30',
  'unmovedDays',
] as const satisfies readonly (keyof TrackRecord)[];

/** Two APYs count as the same if they differ by at most this fraction, because sources round. */
const SAME_APY_TOLERANCE = 1e-3;

/**
 * Minimum number of known days among the last 7 days for `spread7`. With fewer days, the APYs could be equal by chance.
 */
const SPREAD7_MIN_KNOWN_DAYS = 5;

export const NO_TRACK_RECORD: TrackRecord = /* @__PURE__ */ trackRecordOf({ apy: [], tvl: [] });

/**
 * Computes the track record of a daily series with one entry per day, oldest first. NaN means unknown. APY is in
 * percent, TVL in USD.
 */
export function trackRecordOf(series: {
  readonly apy: ArrayLike<number>;
  readonly tvl: ArrayLike<number>;
}): TrackRecord {
  const knownLogApys = findLastKnownDays(series.apy, 90, toLogApy);
  const logApysOf7Days = knownLogApys.filter(({ daysAgo }) => daysAgo < 7).map(({ value }) => value);
  const logApysOf30Days = knownLogApys.filter(({ daysAgo }) => daysAgo < 30).map(({ value }) => value);
  const logApysOf90Days = knownLogApys.map(({ value }) => value);
  const tvl = findLastKnownDays(series.tvl, 31, (usd) => Math.log(Math.max(1, usd)));
  return {
    days90: logApysOf90Days.length,
    days30: logApysOf30Days.length,
    mean7: mean(logApysOf7Days),
    mean30: mean(logApysOf30Days),
    mean90: mean(logApysOf90Days),
    spread7: logApysOf7Days.length < SPREAD7_MIN_KNOWN_DAYS ? Number.NaN : standardDeviation(logApysOf7Days),
    spread30: standardDeviation(logApysOf30Days),
    spread90: standardDeviation(logApysOf90Days),
    median30: median(logApysOf30Days),
    low30: logApysOf30Days.length === 0 ? Number.NaN : Math.min(...logApysOf30Days),
    high30: logApysOf30Days.length === 0 ? Number.NaN : Math.max(...logApysOf30Days),
    tvlMedian30: median(tvl.filter(({ daysAgo }) => daysAgo < 30).map(({ value }) => value)),
    tvlSpread30: standardDeviation(dailyChangesOf(tvl)),
    tvlGrowth30: Math.exp((tvl.at(-1)?.value ?? Number.NaN) - (tvl[0]?.value ?? Number.NaN)),
    unmovedDays: countUnchangedApyDays(series.apy),
  };
}

interface KnownDayValue {
  readonly value: number;
  /** How many days this entry is older than the last entry of the series. */
  readonly daysAgo: number;
}

function findLastKnownDays(
  values: ArrayLike<number>,
  days: number,
  toScaledValue: (value: number) => number,
): KnownDayValue[] {
  const knownDayValues: KnownDayValue[] = [];
  for (let index = Math.max(0, values.length - days); index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (!Number.isNaN(value))
      knownDayValues.push({ value: toScaledValue(value), daysAgo: values.length - 1 - index });
  }
  return knownDayValues;
}

/** Returns the changes from one day to the next. A change is left out if the previous day is unknown. */
function dailyChangesOf(values: readonly KnownDayValue[]): number[] {
  return values.flatMap(({ value, daysAgo }, index) => {
    const previousDayValue = values[index - 1];
    return previousDayValue?.daysAgo === daysAgo + 1 ? [value - previousDayValue.value] : [];
  });
}

function countUnchangedApyDays(apy: ArrayLike<number>): number {
  let latestApy = Number.NaN;
  let days = 0;
  for (let index = apy.length - 1; index >= 0; index -= 1) {
    const value = apy[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (Number.isNaN(latestApy)) latestApy = value;
    if (!isSameApy(value, latestApy)) break;
    days += 1;
  }
  return days;
}

/** Returns whether two APYs are equal within the rounding of sources. */
export function isSameApy(firstApy: number, otherApy: number): boolean {
  return Math.abs(firstApy - otherApy) <= SAME_APY_TOLERANCE * Math.abs(otherApy);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN;
  const meanValue = mean(values);
  const sumOfSquaredDeviations = values.reduce((sum, value) => sum + (value - meanValue) ** 2, 0);
  return Math.sqrt(sumOfSquaredDeviations / (values.length - 1));
}
