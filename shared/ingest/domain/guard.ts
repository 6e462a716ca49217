import { apyOfLog, logApy } from '../../strategies/domain/expectation/log-apy.ts';
import type { TrackRecord } from '../../strategies/domain/expectation/track-record.ts';

/** A reading of a strategy: APY in percent, TVL in USD, and when it was taken. */
export interface Reading {
  readonly apy: number;
  readonly tvlUsd: number;
  readonly observedAtMs: number;
}

/** What the guard compares with: where the strategy's own last 30 days lie, on the scale of `logApy` and as ln(TVL). */
export type OwnPast = Pick<TrackRecord, 'days30' | 'median30' | 'spread30' | 'tvlMedian30'>;

/**
 * When a reading is a leap. All of it is fitted on recorded daily lists: spikes of one reading that are published
 * against readings that are held and turn out to be true. docs/market-research.md has the figures.
 */
const SPIKE_GUARD = {
  /** Known days from which on the own median says more than the reading before. */
  ownDays: 7,
  /**
   * An APY above this multiple of the previous reading, and above this multiple of the median. Of the pairs 5 and 3, 5
   * and 5, 6 and none, and 3 and 4, none was right in more than 7 of 10 cases. Of those that hold no more than 1.8% of
   * all readings, this pair lets the fewest spikes pass.
   */
  apyFactor: 5,
  medianFactor: 2,
  /**
   * A rate with at most this spread over the month is calm. Leaps from a calm rate by this factor were taken back in 9
   * of 9 decided cases, and the expectation of a calm rate follows its current value.
   */
  calmSpread: 0.1,
  calmFactor: 3,
  /**
   * The smallest difference in percentage points: a rise from 0.01% to 0.1% is a factor of ten but does not matter.
   */
  apyFloorPoints: 5,
  /**
   * A TVL above this multiple of the median, or below the median divided by it. Of smaller moves, 97 of 100 turned
   * out to be true.
   */
  tvlFactor: 20,
  /** Readings that differ by no more than this factor agree: a later one then confirms one that is held. */
  agreementFactor: 2.5,
} as const;

/**
 * Whether a reading is too far from the strategy's own past to be published at once. Only an APY that rises, or turns
 * negative, can be, because one that falls misleads nobody. It must be far from the previous reading and from the
 * median of the month. So the end of a spike passes at once, as does a new level after its first day, and a rate that
 * returns to its usual level.
 */
export function isLeap(reading: Reading, before: Reading, past: OwnPast): boolean {
  const isOwn = past.days30 >= SPIKE_GUARD.ownDays;
  return (
    apyLeaps(reading.apy, before.apy, {
      median: isOwn ? apyOfLog(past.median30) : before.apy,
      isCalm: isOwn && past.spread30 <= SPIKE_GUARD.calmSpread,
    }) || tvlLeaps(reading.tvlUsd, before.tvlUsd, isOwn ? past.tvlMedian30 : logTvl(before.tvlUsd))
  );
}

const logTvl = (usd: number) => Math.log(Math.max(1, usd));

function apyLeaps(
  apy: number,
  before: number,
  { median, isCalm }: { readonly median: number; readonly isCalm: boolean },
): boolean {
  const { apyFactor, calmFactor, medianFactor, apyFloorPoints } = SPIKE_GUARD;
  if (apy < 0) return Math.min(before, median) >= 0 && before - apy > apyFloorPoints;
  return (
    apy - Math.max(before, median) > apyFloorPoints &&
    apy > (isCalm ? calmFactor : apyFactor) * Math.max(0, before) &&
    apy > medianFactor * Math.max(0, median)
  );
}

function tvlLeaps(tvlUsd: number, tvlUsdBefore: number, median: number): boolean {
  const distance = Math.abs(logTvl(tvlUsd) - median);
  if (distance <= Math.abs(logTvl(tvlUsdBefore) - median) || sameTvl(tvlUsd, tvlUsdBefore)) return false;
  return distance > Math.log(SPIKE_GUARD.tvlFactor);
}

/** Whether two readings agree. */
function agree(one: Reading, other: Reading): boolean {
  return sameApy(one.apy, other.apy) && sameTvl(one.tvlUsd, other.tvlUsd);
}

function sameApy(one: number, other: number): boolean {
  if (Math.abs(one - other) <= SPIKE_GUARD.apyFloorPoints) return true;
  return Math.abs(logApy(one) - logApy(other)) <= Math.log(SPIKE_GUARD.agreementFactor);
}

function sameTvl(one: number, other: number): boolean {
  return Math.abs(logTvl(one) - logTvl(other)) <= Math.log(SPIKE_GUARD.agreementFactor);
}

export type GuardVerdict =
  /** With the held reading that this one confirms. */
  | { readonly kind: 'accept'; readonly confirmed?: Reading }
  /** The reading is held; the last accepted one remains published. */
  | { readonly kind: 'hold'; readonly held: Reading };

/**
 * Decides whether a reading is believed. One that leaps is held, however long ago the last one was, until a later
 * reading agrees with it or is itself no leap; the same reading again confirms nothing.
 *
 * @param accepted the last reading that was believed, if any
 * @param held the reading that waits for confirmation, if any
 */
export function guardReading(
  reading: Reading,
  accepted: Reading | undefined,
  held: Reading | undefined,
  past: OwnPast,
): GuardVerdict {
  const isLater = held !== undefined && reading.observedAtMs > held.observedAtMs;
  const confirmed = isLater && agree(held, reading) ? { confirmed: held } : undefined;
  if (accepted === undefined || !isLeap(reading, accepted, past)) return { kind: 'accept', ...confirmed };
  if (confirmed !== undefined) return { kind: 'accept', ...confirmed };
  return { kind: 'hold', held: held === undefined || isLater ? reading : held };
}
