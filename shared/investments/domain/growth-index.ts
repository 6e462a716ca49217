import { plainDecimal } from '../../platform/contract/amounts.ts';
import { toBaseUnits } from '../../platform/domain/units.ts';
import { divFloor, FIXED_ONE, fixedPointExp, fixedPointLn } from './fixed-point.ts';

/** The scale of the growth index: 1.0 is stored as 10^27, as in the ledgers of Aave and MakerDAO. */
export const RAY = 10n ** 27n;
/** The lowest growth index: 10^-9. With a negative yield, a share therefore keeps a value above 0. */
export const INDEX_FLOOR = RAY / 10n ** 9n;
/** The highest growth index: 10^8. A share is therefore always worth less than one base unit. */
export const INDEX_CEILING = RAY * 10n ** 8n;
/** The longest time for which a segment grows. A strategy without a reading for 7 days earns nothing more. */
export const GROWTH_WITHOUT_READING_MAX_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * A segment is renewed after this time even if readings repeat the same APY, so that it does not stop
 * growing.
 */
export const SEGMENT_RENEWAL_MS = 24 * 60 * 60 * 1000;
/** Milliseconds in the 365 days of an APY, as the market-data sources define it. */
export const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** Limits of an APY in percent. Values outside are clamped, because nothing can lose more than 100%. */
const APY_MIN_PERCENT = -99.99;
const APY_MAX_PERCENT = 1_000_000;
/**
 * Delay between the recording of an APY reading and the time from which it counts.
 * The index of a moment therefore never changes while a transaction of that moment is in progress, even on a
 * server whose clock is behind. 5 minutes is far longer than any request or clock error.
 */
export const OBSERVATION_DELAY_MS = 5 * 60_000;

/**
 * From `fromMs` (epoch milliseconds) on, the index is `index * exp(rate * elapsed milliseconds)`.
 * This holds until the next segment, or for at most `GROWTH_WITHOUT_READING_MAX_MS`. After that the index stays constant.
 */
export interface IndexSegment {
  readonly fromMs: number;
  /** Growth index at `fromMs`, in units of 1/RAY. */
  readonly index: bigint;
  /** The observed APY in percent. */
  readonly apyPercent: number;
  /** Natural logarithm of the growth per millisecond at this APY, in units of 1/FIXED_ONE. */
  readonly rate: bigint;
}

/**
 * The continuous growth rate of an APY in percent: ln(1 + APY) / YEAR_MS, rounded down, in units of
 * 1/FIXED_ONE.
 * Compounding the rate over any split of a year gives the same growth. The index therefore does not depend on
 * how often the APY is read. Works on the decimal text of the APY, without floating-point operations.
 */
export function growthRatePerMs(apyPercent: number): bigint {
  const clampedPercent = Math.min(APY_MAX_PERCENT, Math.max(APY_MIN_PERCENT, apyPercent));
  const text = plainDecimal(Math.abs(clampedPercent));
  const [wholePart = '', fraction = ''] = text.split('.');
  // 1% is 0.01, so 43 decimals of a percentage fill the 45 decimals of FIXED_ONE.
  const magnitude = toBaseUnits(`${wholePart}.${fraction.slice(0, 43)}`, 43);
  const growth = clampedPercent < 0 ? FIXED_ONE - magnitude : FIXED_ONE + magnitude;
  return divFloor(fixedPointLn(growth), BigInt(YEAR_MS));
}

/**
 * The segment in force at a time: the last that has started by then, or the first segment for an earlier
 * time.
 */
function segmentAtTime(segments: readonly IndexSegment[], atMs: number): IndexSegment {
  const lastStarted = segments.findLast((segment) => segment.fromMs <= atMs) ?? segments[0];
  if (lastStarted === undefined) throw new RangeError('An index needs at least one segment');
  return lastStarted;
}

/**
 * The growth index at a time (epoch milliseconds), in units of 1/RAY, rounded down.
 * Before the first segment, the index of the first segment. The index never falls while the rate is at least
 * 0.
 */
export function growthIndexAt(segments: readonly IndexSegment[], atMs: number): bigint {
  const { fromMs, index, rate } = segmentAtTime(segments, atMs);
  if (atMs <= fromMs || rate === 0n) return index;
  const elapsedMs = Math.min(atMs - fromMs, GROWTH_WITHOUT_READING_MAX_MS);
  const grownIndex = (index * fixedPointExp(rate * BigInt(elapsedMs))) / FIXED_ONE;
  if (grownIndex > INDEX_CEILING) return INDEX_CEILING;
  return grownIndex < INDEX_FLOOR ? INDEX_FLOOR : grownIndex;
}

/** The first segment of a strategy's growth index: 1.0 at the time of its first deposit. */
export function firstIndexSegment(fromMs: number, apyPercent: number): IndexSegment {
  return { fromMs, index: RAY, apyPercent, rate: growthRatePerMs(apyPercent) };
}

/**
 * The segment that a new APY reading starts. Undefined if the rate is unchanged and the last segment needs no
 * renewal.
 * The segment starts at least `OBSERVATION_DELAY_MS` later and after all other segments, so past values never
 * change.
 */
export function nextSegment(
  segments: readonly IndexSegment[],
  observation: { recordedAtMs: number; apyPercent: number },
): IndexSegment | undefined {
  const last = segments.at(-1);
  const { apyPercent } = observation;
  const rate = growthRatePerMs(apyPercent);
  if (last === undefined) return undefined;
  const fromMs = Math.max(observation.recordedAtMs + OBSERVATION_DELAY_MS, last.fromMs + 1);
  const isStale = rate !== 0n && fromMs - last.fromMs >= SEGMENT_RENEWAL_MS;
  if (last.rate === rate && !isStale) return undefined;
  return { fromMs, index: growthIndexAt(segments, fromMs), apyPercent, rate };
}

/**
 * The segments that can still matter now: those in force during the last `OBSERVATION_DELAY_MS`, or later.
 * Older segments remain stored in the items of the readings.
 */
export function recentSegments(segments: readonly IndexSegment[], nowMs: number): readonly IndexSegment[] {
  const first = segments.findLastIndex((segment) => segment.fromMs <= nowMs - OBSERVATION_DELAY_MS);
  return segments.slice(Math.max(0, first));
}
