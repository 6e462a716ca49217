import { plainDecimal } from '../../platform/contract/amounts.ts';
import { toBaseUnits } from '../../platform/domain/units.ts';
import { divFloor, FIXED_ONE, fixedPointExp, fixedPointLn } from './fixed-point.ts';

/**
 * The scale of the growth index. An index of 1.0 is stored as 10^27, as in the ledgers of Aave and MakerDAO.
 */
export const RAY = 10n ** 27n;
/**
 * The lowest growth index: 10^-9. Because of this limit, a share keeps a value above 0 even if the yield is
 * negative.
 */
export const INDEX_FLOOR = RAY / 10n ** 9n;
/**
 * The highest growth index: 10^8. A base unit is 10^9 shares at index 1, so one share is always worth less than one
 * base unit.
 */
export const INDEX_CEILING = RAY * 10n ** 8n;
/**
 * Maximum time for which the growth index grows after the start of a segment. If a strategy gets no APY
 * reading for 7 days, it earns nothing more.
 */
export const GROWTH_WITHOUT_READING_MAX_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * Age at which a segment is replaced even if readings repeat the same APY. The growth would otherwise end at
 * `GROWTH_WITHOUT_READING_MAX_MS`.
 */
export const SEGMENT_RENEWAL_MS = 24 * 60 * 60 * 1000;
/** Milliseconds in a year of 365 days. The market-data sources use the same year for an APY. */
export const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/**
 * Limits of an APY in percent. A value outside the limits is set to the nearest limit. The lower limit exists
 * because an investment cannot lose more than 100%.
 */
const APY_MIN_PERCENT = -99.99;
const APY_MAX_PERCENT = 1_000_000;
/**
 * Delay between the time of an APY reading and the time from which the growth index uses it.
 * Because of this delay, a new reading never changes the index at the time of a transaction that is in
 * progress. This is true even on a server whose clock is behind. 5 minutes is far longer than any request or
 * clock error.
 */
export const OBSERVATION_DELAY_MS = 5 * 60_000;

/**
 * One segment of a growth index. From `fromMs` (epoch milliseconds) on, the index is `index * exp(rate *
 * elapsed milliseconds)`.
 * The formula applies until the next segment starts, but for at most `GROWTH_WITHOUT_READING_MAX_MS`. After
 * that time, the index stays constant.
 */
export interface IndexSegment {
  readonly fromMs: number;
  /** Growth index at `fromMs`, in units of 1/RAY. */
  readonly index: bigint;
  /** The observed APY in percent. */
  readonly apyPercent: number;
  /** Growth rate at this APY: the natural logarithm of the growth per millisecond, in units of 1/FIXED_ONE. */
  readonly rate: bigint;
}

/**
 * Returns the continuous growth rate of an APY in percent: ln(1 + APY) / YEAR_MS, rounded down, in units of
 * 1/FIXED_ONE.
 * Compounding the rate over any split of a year gives the same growth. The index therefore does not depend on
 * how often the APY is read. Works on the decimal text of the APY, without floating-point operations.
 */
export function growthRatePerMs(apyPercent: number): bigint {
  const clampedPercent = Math.min(APY_MAX_PERCENT, Math.max(APY_MIN_PERCENT, apyPercent));
  const text = plainDecimal(Math.abs(clampedPercent));
  const [wholePart = '', fraction = ''] = text.split('.');
  // `magnitude` is a factor with 45 decimals, as FIXED_ONE has. The percentage is read with 43 decimals,
  // because one percent is 0.01.
  const magnitude = toBaseUnits(`${wholePart}.${fraction.slice(0, 43)}`, 43);
  const growth = clampedPercent < 0 ? FIXED_ONE - magnitude : FIXED_ONE + magnitude;
  return divFloor(fixedPointLn(growth), BigInt(YEAR_MS));
}

/**
 * Returns the segment that applies at a time: the last segment that has started by then. For a time before
 * all segments, returns the first segment.
 */
function segmentAtTime(segments: readonly IndexSegment[], atMs: number): IndexSegment {
  const lastStartedSegment = segments.findLast((segment) => segment.fromMs <= atMs) ?? segments[0];
  if (lastStartedSegment === undefined) throw new RangeError('An index needs at least one segment');
  return lastStartedSegment;
}

/**
 * Returns the growth index at a time (epoch milliseconds), in units of 1/RAY, rounded down.
 * For a time before the first segment, returns the index at which the first segment starts. The index never
 * falls while the rate is at least 0.
 */
export function growthIndexAt(segments: readonly IndexSegment[], atMs: number): bigint {
  const { fromMs, index, rate } = segmentAtTime(segments, atMs);
  if (atMs <= fromMs || rate === 0n) return index;
  const elapsedMs = Math.min(atMs - fromMs, GROWTH_WITHOUT_READING_MAX_MS);
  const unboundedIndex = (index * fixedPointExp(rate * BigInt(elapsedMs))) / FIXED_ONE;
  if (unboundedIndex > INDEX_CEILING) return INDEX_CEILING;
  return unboundedIndex < INDEX_FLOOR ? INDEX_FLOOR : unboundedIndex;
}

/**
 * Returns the first segment of a strategy's growth index. It starts at index 1.0 at the time of the
 * strategy's first deposit.
 */
export function firstIndexSegment(fromMs: number, apyPercent: number): IndexSegment {
  return { fromMs, index: RAY, apyPercent, rate: growthRatePerMs(apyPercent) };
}

/**
 * Returns the segment that a new APY reading starts. Returns undefined if the rate is unchanged and the last
 * segment needs no renewal.
 * The new segment starts after all other segments, and at least `OBSERVATION_DELAY_MS` after the reading.
 * Index values in the past therefore never change.
 */
export function nextSegment(
  segments: readonly IndexSegment[],
  observation: { recordedAtMs: number; apyPercent: number },
): IndexSegment | undefined {
  const lastSegment = segments.at(-1);
  const { apyPercent } = observation;
  const rate = growthRatePerMs(apyPercent);
  if (lastSegment === undefined) return undefined;
  const fromMs = Math.max(observation.recordedAtMs + OBSERVATION_DELAY_MS, lastSegment.fromMs + 1);
  const needsRenewal = rate !== 0n && fromMs - lastSegment.fromMs >= SEGMENT_RENEWAL_MS;
  if (lastSegment.rate === rate && !needsRenewal) return undefined;
  return { fromMs, index: growthIndexAt(segments, fromMs), apyPercent, rate };
}

/**
 * Returns the segments that current transactions can still need: those that apply at any time after `nowMs -
 * OBSERVATION_DELAY_MS`. Older segments remain stored in separate items.
 */
export function recentSegments(segments: readonly IndexSegment[], nowMs: number): readonly IndexSegment[] {
  const firstNeeded = segments.findLastIndex((segment) => segment.fromMs <= nowMs - OBSERVATION_DELAY_MS);
  return segments.slice(Math.max(0, firstNeeded));
}
