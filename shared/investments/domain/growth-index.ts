import { toPlainDecimal } from '../../platform/contract/amounts.ts';
import { toBaseUnits } from '../../platform/domain/units.ts';
import { divFloor, FIXED_ONE, fixedPointExp, fixedPointLn } from './fixed-point.ts';

/** The scale of the growth index: 1.0 is stored as 10^27. */
export const RAY = 10n ** 27n;
/** The lowest growth index: 10^-9. It keeps the value of a share above 0 even if the yield is negative. */
export const GROWTH_INDEX_MIN = RAY / 10n ** 9n;
/**
 * The highest growth index: 10^8. A share is then worth 0.1 base units. At the index 1.0, it is worth 10^-9 base units.
 */
export const GROWTH_INDEX_MAX = RAY * 10n ** 8n;
/**
 * Maximum time for which the growth index grows after the start of a segment. A strategy without an APY reading
 * for 7 days earns nothing more.
 */
export const GROWTH_WITHOUT_READING_MAX_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * Age at which a segment of the growth index is replaced even if the APY stays the same. Without a new segment, the
 * growth would stop after `GROWTH_WITHOUT_READING_MAX_MS`.
 */
export const SEGMENT_RENEWAL_MS = 24 * 60 * 60 * 1000;
/** Milliseconds in a year of 365 days, as in the APYs of the market-data sources. */
export const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/**
 * An APY in percent outside these limits is set to the nearest limit. An investment cannot lose more than 100%.
 */
const APY_MIN_PERCENT = -99.99;
const APY_MAX_PERCENT = 1_000_000;
/**
 * Delay between the time of an APY reading and the time from which the growth index uses it.
 * Without this delay, a reading could change the growth index during a transaction on a server whose clock is behind.
 */
export const OBSERVATION_DELAY_MS = 5 * 60_000;

/**
 * From `fromMs` (epoch milliseconds) until the next segment, the growth index is `index * exp(rate * elapsed
 * milliseconds)`. The index grows for at most `GROWTH_WITHOUT_READING_MAX_MS`.
 */
export interface GrowthIndexSegment {
  readonly fromMs: number;
  /** Growth index at `fromMs`, in units of 1/RAY. */
  readonly index: bigint;
  /** The observed APY in percent. */
  readonly apyPercent: number;
  /** Continuous growth rate per millisecond, in units of 1/FIXED_ONE. */
  readonly rate: bigint;
}

/**
 * Returns the continuous growth rate for an APY in percent: ln(1 + APY) / YEAR_MS, rounded down, in units of
 * 1/FIXED_ONE.
 */
export function computeGrowthRatePerMs(apyPercent: number): bigint {
  const clampedApyPercent = Math.min(APY_MAX_PERCENT, Math.max(APY_MIN_PERCENT, apyPercent));
  const text = toPlainDecimal(Math.abs(clampedApyPercent));
  const [wholePart = '', fractionDigits = ''] = text.split('.');
  // Convert percent to a fraction with the 45 decimals of FIXED_ONE: x * 10^43 = (x / 100) * 10^45.
  const absoluteGrowth = toBaseUnits(`${wholePart}.${fractionDigits.slice(0, 43)}`, 43);
  const yearlyGrowthFactor = clampedApyPercent < 0 ? FIXED_ONE - absoluteGrowth : FIXED_ONE + absoluteGrowth;
  return divFloor(fixedPointLn(yearlyGrowthFactor), BigInt(YEAR_MS));
}

/** Returns the last segment that has started by a time. If no segment has started yet, returns the first one. */
function segmentAtTime(segments: readonly GrowthIndexSegment[], atMs: number): GrowthIndexSegment {
  const lastStartedSegment = segments.findLast((segment) => segment.fromMs <= atMs) ?? segments[0];
  if (lastStartedSegment === undefined) throw new RangeError('An index needs at least one segment');
  return lastStartedSegment;
}

/**
 * Returns the growth index at a time (epoch milliseconds), in units of 1/RAY, rounded down. Before the first
 * segment, returns its starting index.
 */
export function growthIndexAt(segments: readonly GrowthIndexSegment[], atMs: number): bigint {
  const { fromMs, index, rate } = segmentAtTime(segments, atMs);
  if (atMs <= fromMs || rate === 0n) return index;
  const elapsedMs = Math.min(atMs - fromMs, GROWTH_WITHOUT_READING_MAX_MS);
  const unclampedIndex = (index * fixedPointExp(rate * BigInt(elapsedMs))) / FIXED_ONE;
  if (unclampedIndex > GROWTH_INDEX_MAX) return GROWTH_INDEX_MAX;
  return unclampedIndex < GROWTH_INDEX_MIN ? GROWTH_INDEX_MIN : unclampedIndex;
}

/** Returns the first segment of a strategy's growth index, which starts at 1.0 at the strategy's first deposit. */
export function createFirstIndexSegment(fromMs: number, apyPercent: number): GrowthIndexSegment {
  return { fromMs, index: RAY, apyPercent, rate: computeGrowthRatePerMs(apyPercent) };
}

/**
 * Returns the segment that a new APY reading starts. Undefined if the growth rate is unchanged and the last segment is
 * not old enough for a renewal.
 * The segment starts at least `OBSERVATION_DELAY_MS` after the reading, so index values in the past never change.
 */
export function createNextSegment(
  segments: readonly GrowthIndexSegment[],
  apyReading: { recordedAtMs: number; apyPercent: number },
): GrowthIndexSegment | undefined {
  const lastSegment = segments.at(-1);
  const { apyPercent } = apyReading;
  const rate = computeGrowthRatePerMs(apyPercent);
  if (lastSegment === undefined) return undefined;
  const fromMs = Math.max(apyReading.recordedAtMs + OBSERVATION_DELAY_MS, lastSegment.fromMs + 1);
  const needsSegmentRenewal = rate !== 0n && fromMs - lastSegment.fromMs >= SEGMENT_RENEWAL_MS;
  if (lastSegment.rate === rate && !needsSegmentRenewal) return undefined;
  return { fromMs, index: growthIndexAt(segments, fromMs), apyPercent, rate };
}

/** Returns the segments that apply at `nowMs - OBSERVATION_DELAY_MS` or later. */
export function selectRecentSegments(
  segments: readonly GrowthIndexSegment[],
  nowMs: number,
): readonly GrowthIndexSegment[] {
  const firstNeededSegmentIndex = segments.findLastIndex(
    (segment) => segment.fromMs <= nowMs - OBSERVATION_DELAY_MS,
  );
  return segments.slice(Math.max(0, firstNeededSegmentIndex));
}
