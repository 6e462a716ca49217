import { plainDecimal } from '../../platform/contract/amounts.ts';
import { toBaseUnits } from '../../platform/domain/units.ts';
import { divFloor, expFixed, FIXED_ONE, lnFixed } from './fixed-point.ts';

/** The index's unit: 1.0 is 10^27, as in Aave's and MakerDAO's ledgers. */
export const RAY = 10n ** 27n;
/** Negative yield lowers an index to a billionth at most, so that a share is always worth something. */
export const INDEX_FLOOR = RAY / 10n ** 9n;
/** And growth raises it to a hundred million at most, so that a share is always worth less than a base unit. */
export const INDEX_CEILING = RAY * 10n ** 8n;
/** The longest growth of a segment: a strategy without a reading for a week earns nothing more. */
export const SILENT_MAX_MS = 7 * 24 * 60 * 60 * 1000;
/** So a segment whose APY is observed again and again is renewed after this long. */
export const RENEW_MS = 24 * 60 * 60 * 1000;
/** An APY is a rate over 365 days, as the market-data sources define it. */
export const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** APY outside this range (in percent) is taken as the nearer end: nothing loses more than all it has. */
const APY_MIN_PERCENT = -99.99;
const APY_MAX_PERCENT = 1_000_000;
/**
 * An observation counts from this long after it was recorded. A movement in flight, or on a server whose clock is
 * behind, therefore never sees the index of its own moment change under it: what is past stays as it was read. It is
 * far above the seconds that a clock may be off or a request may be under way.
 */
export const OBSERVATION_DELAY_MS = 5 * 60_000;

/**
 * From `fromMs` (epoch) on, the index is `index * exp(rate * elapsed milliseconds)`, until the next segment or until
 * `SILENT_MAX_MS` have passed; after that it is constant.
 */
export interface IndexSegment {
  readonly fromMs: number;
  /** In units of 1/RAY. */
  readonly index: bigint;
  /** The APY as observed. */
  readonly apyPercent: number;
  /** Natural logarithm of the growth per millisecond at that APY, in units of 1/FIXED_ONE. */
  readonly rate: bigint;
}

/**
 * The continuous rate behind an APY in percent: ln(1 + APY) / year, rounded down. Compounding it over any split of
 * a year gives the same growth, so the index does not depend on how often the APY is observed. The number enters by
 * its decimal text; no floating-point operation is involved.
 */
export function ratePerMs(apyPercent: number): bigint {
  const clamped = Math.min(APY_MAX_PERCENT, Math.max(APY_MIN_PERCENT, apyPercent));
  const text = plainDecimal(Math.abs(clamped));
  const [whole = '', fraction = ''] = text.split('.');
  // Two places finer than the scale of the percentage, since 1% is 0.01.
  const magnitude = toBaseUnits(`${whole}.${fraction.slice(0, 43)}`, 43);
  const growth = clamped < 0 ? FIXED_ONE - magnitude : FIXED_ONE + magnitude;
  return divFloor(lnFixed(growth), BigInt(YEAR_MS));
}

/** The segment in force at a time: the last that has started, or the first for a time before all of them. */
function segmentAt(segments: readonly IndexSegment[], atMs: number): IndexSegment {
  const found = segments.findLast((segment) => segment.fromMs <= atMs) ?? segments[0];
  if (found === undefined) throw new RangeError('An index needs at least one segment');
  return found;
}

/**
 * The index at a time (epoch milliseconds), in units of 1/RAY, rounded down. Before the first segment it is the
 * first segment's. Within and across segments it never falls while the rate is at least 0.
 */
export function indexAt(segments: readonly IndexSegment[], atMs: number): bigint {
  const { fromMs, index, rate } = segmentAt(segments, atMs);
  if (atMs <= fromMs || rate === 0n) return index;
  const elapsedMs = Math.min(atMs - fromMs, SILENT_MAX_MS);
  const grown = (index * expFixed(rate * BigInt(elapsedMs))) / FIXED_ONE;
  if (grown > INDEX_CEILING) return INDEX_CEILING;
  return grown < INDEX_FLOOR ? INDEX_FLOOR : grown;
}

/** The first segment of a strategy's index: 1.0 at the time of its first deposit. */
export function openIndex(fromMs: number, apyPercent: number): IndexSegment {
  return { fromMs, index: RAY, apyPercent, rate: ratePerMs(apyPercent) };
}

/**
 * The segment that an APY observation recorded now begins, or undefined when it changes nothing and the last segment
 * is not to be renewed yet. It lies after
 * `OBSERVATION_DELAY_MS` and after every segment before it, so earlier values stand.
 */
export function nextSegment(
  segments: readonly IndexSegment[],
  observation: { recordedAtMs: number; apyPercent: number },
): IndexSegment | undefined {
  const last = segments.at(-1);
  const { apyPercent } = observation;
  const rate = ratePerMs(apyPercent);
  if (last === undefined) return undefined;
  const fromMs = Math.max(observation.recordedAtMs + OBSERVATION_DELAY_MS, last.fromMs + 1);
  const isStale = rate !== 0n && fromMs - last.fromMs >= RENEW_MS;
  if (last.rate === rate && !isStale) return undefined;
  return { fromMs, index: indexAt(segments, fromMs), apyPercent, rate };
}

/**
 * The segments that a reader of the present can still need: those in force during the last `OBSERVATION_DELAY_MS`
 * and later. Older ones live on in the observations' own items.
 */
export function recentSegments(segments: readonly IndexSegment[], nowMs: number): readonly IndexSegment[] {
  const first = segments.findLastIndex((segment) => segment.fromMs <= nowMs - OBSERVATION_DELAY_MS);
  return segments.slice(Math.max(0, first));
}
