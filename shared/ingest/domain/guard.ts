import { apyOfLog, logApy } from '../../strategies/domain/expectation/log-apy.ts';
import type { TrackRecord } from '../../strategies/domain/expectation/track-record.ts';

/** A reading of a strategy. APY is in percent, TVL in USD, and its time in epoch milliseconds. */
export interface Reading {
  readonly apy: number;
  readonly tvlUsd: number;
  readonly observedAtMs: number;
}

/**
 * Statistics of the strategy's last 30 days that the spike guard uses. The APY figures are on the scale of `logApy`;
 * the TVL figure is ln(TVL).
 */
export type GuardHistory = Pick<TrackRecord, 'days30' | 'median30' | 'spread30' | 'tvlMedian30'>;

/**
 * Limits that decide whether a reading is a leap. They are fitted on recorded daily lists of the source: published
 * one-day spikes should be leaps, and correct readings should not be. docs/market-research.md has the figures.
 */
const SPIKE_GUARD = {
  /**
   * Minimum number of known days for which the strategy's median is used. With fewer days, the previous reading is used
   * instead.
   */
  ownDays: 7,
  /**
   * An APY is a leap if it is above `apyFactor` times the previous reading and above `medianFactor` times the median.
   * Other pairs of factors (5 and 3, 5 and 5, 6 and none, 3 and 4) were right in at most 7 of 10 cases. Among the pairs
   * that hold at most 1.8% of all readings, this pair lets the fewest spikes pass.
   */
  apyFactor: 5,
  medianFactor: 2,
  /**
   * An APY is calm if its spread over the month is at most `calmSpread`. For a calm APY, `calmFactor` replaces
   * `apyFactor`. A calm APY that rose by `calmFactor` fell back in all 9 cases that could be decided. A small
   * factor is also needed because the expected APY of such a strategy follows its current APY.
   */
  calmSpread: 0.1,
  calmFactor: 3,
  /**
   * Minimum rise of a leap in percentage points. For example, a rise from 0.01% to 0.1% is a factor of ten but does not
   * matter.
   */
  apyFloorPoints: 5,
  /**
   * A TVL is a leap if it is above the median multiplied by this factor, or below the median divided by this
   * factor. Of all smaller changes, 97% were correct.
   */
  tvlFactor: 20,
  /**
   * Two readings agree if they differ at most by this factor. A held reading is confirmed when a later reading agrees
   * with it.
   */
  agreementFactor: 2.5,
} as const;

/**
 * Returns whether a reading is a leap, which means that it is too far from the strategy's history to be published
 * without confirmation. An APY is a leap only if it rises or becomes negative, because a falling APY misleads nobody.
 * It must be far from the previous reading and from the month's median. Therefore the end of a spike, the second day of
 * a new level, and a return to the usual level are not leaps.
 */
export function isLeap(reading: Reading, before: Reading, past: GuardHistory): boolean {
  const hasHistory = past.days30 >= SPIKE_GUARD.ownDays;
  return (
    isApyLeap(reading.apy, before.apy, {
      median: hasHistory ? apyOfLog(past.median30) : before.apy,
      isCalm: hasHistory && past.spread30 <= SPIKE_GUARD.calmSpread,
    }) || isTvlLeap(reading.tvlUsd, before.tvlUsd, hasHistory ? past.tvlMedian30 : logTvl(before.tvlUsd))
  );
}

const logTvl = (usd: number) => Math.log(Math.max(1, usd));

function isApyLeap(
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

function isTvlLeap(tvlUsd: number, tvlUsdBefore: number, median: number): boolean {
  const distance = Math.abs(logTvl(tvlUsd) - median);
  if (distance <= Math.abs(logTvl(tvlUsdBefore) - median) || isSameTvl(tvlUsd, tvlUsdBefore)) return false;
  return distance > Math.log(SPIKE_GUARD.tvlFactor);
}

/** Returns whether two readings agree in APY and in TVL. */
function readingsAgree(firstReading: Reading, otherReading: Reading): boolean {
  return isSameApy(firstReading.apy, otherReading.apy) && isSameTvl(firstReading.tvlUsd, otherReading.tvlUsd);
}

function isSameApy(firstReading: number, otherApy: number): boolean {
  if (Math.abs(firstReading - otherApy) <= SPIKE_GUARD.apyFloorPoints) return true;
  return Math.abs(logApy(firstReading) - logApy(otherApy)) <= Math.log(SPIKE_GUARD.agreementFactor);
}

function isSameTvl(firstReading: number, otherTvlUsd: number): boolean {
  return Math.abs(logTvl(firstReading) - logTvl(otherTvlUsd)) <= Math.log(SPIKE_GUARD.agreementFactor);
}

export type GuardVerdict =
  /** The reading is accepted. `confirmed` is the held reading that it confirms, if any. */
  | { readonly kind: 'accept'; readonly confirmed?: Reading }
  /** The reading is held, and the last accepted reading stays published. */
  | { readonly kind: 'hold'; readonly held: Reading };

/**
 * Decides whether a reading is accepted or held. A leap is held until a later reading agrees with it, or until a later
 * reading is not a leap. A repetition of the same reading confirms nothing.
 * @param acceptedReading the last accepted reading, if any
 * @param heldReading the reading that waits for confirmation, if any
 */
export function guardReading(
  reading: Reading,
  acceptedReading: Reading | undefined,
  heldReading: Reading | undefined,
  past: GuardHistory,
): GuardVerdict {
  const isLater = heldReading !== undefined && reading.observedAtMs > heldReading.observedAtMs;
  const confirmed = isLater && readingsAgree(heldReading, reading) ? { confirmed: heldReading } : undefined;
  if (acceptedReading === undefined || !isLeap(reading, acceptedReading, past))
    return { kind: 'accept', ...confirmed };
  if (confirmed !== undefined) return { kind: 'accept', ...confirmed };
  return { kind: 'hold', held: heldReading === undefined || isLater ? reading : heldReading };
}
