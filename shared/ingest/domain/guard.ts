import { apyOfLog, toLogApy } from '../../strategies/domain/expectation/log-apy.ts';
import type { TrackRecord } from '../../strategies/domain/expectation/track-record.ts';

/** APY is in percent, TVL in USD. */
export interface Reading {
  readonly apy: number;
  readonly tvlUsd: number;
  readonly observedAtMs: number;
}

/**
 * Statistics of a strategy's last 30 days that the spike guard uses. The APY figures are results of `toLogApy`, and the
 * TVL figure is ln(TVL).
 */
export type GuardHistory = Pick<TrackRecord, 'days30' | 'median30' | 'spread30' | 'tvlMedian30'>;

/**
 * Limits above which a reading is suspicious (see `isSuspiciousReading`). They are fitted on recorded pool lists;
 * docs/market-research.md has the figures.
 */
const SPIKE_GUARD = {
  /** Minimum number of known days. With fewer days, the previous reading is used instead of the strategy's median. */
  minHistoryDays: 7,
  /**
   * An APY is suspicious if it is above `apyFactor` times the previous reading and above `medianFactor` times the
   * median.
   */
  apyFactor: 5,
  medianFactor: 2,
  /**
   * An APY is calm if its spread over the last 30 days, in units of ln(1 + APY%), is at most `calmMaxSpread`. For a
   * calm APY, `calmFactor` replaces `apyFactor`.
   */
  calmMaxSpread: 0.1,
  calmFactor: 3,
  /**
   * Minimum change of a suspicious APY, in percentage points. For example, a rise from 0.01% to 0.1% is never
   * suspicious.
   */
  minApyChangePoints: 5,
  /**
   * A TVL is suspicious if it is above the strategy's median TVL multiplied by this factor, or below the median divided
   * by it.
   */
  tvlFactor: 20,
  /** Two readings agree if the higher value is at most this factor times the lower value. */
  agreementFactor: 2.5,
} as const;

/**
 * Returns whether a reading is too far from the strategy's history to be published without confirmation.
 * It must be far from both the previous reading and the 30-day median, so the end of a spike is not suspicious. A
 * falling APY is suspicious only if it becomes negative.
 */
export function isSuspiciousReading(
  reading: Reading,
  previousReading: Reading,
  guardHistory: GuardHistory,
): boolean {
  const hasHistory = guardHistory.days30 >= SPIKE_GUARD.minHistoryDays;
  return (
    isSuspiciousApy(reading.apy, previousReading.apy, {
      median: hasHistory ? apyOfLog(guardHistory.median30) : previousReading.apy,
      isCalm: hasHistory && guardHistory.spread30 <= SPIKE_GUARD.calmMaxSpread,
    }) ||
    isSuspiciousTvl(
      reading.tvlUsd,
      previousReading.tvlUsd,
      hasHistory ? guardHistory.tvlMedian30 : logTvlOf(previousReading.tvlUsd),
    )
  );
}

const logTvlOf = (usd: number) => Math.log(Math.max(1, usd));

function isSuspiciousApy(
  apy: number,
  previousApy: number,
  { median, isCalm }: { readonly median: number; readonly isCalm: boolean },
): boolean {
  const { apyFactor, calmFactor, medianFactor, minApyChangePoints } = SPIKE_GUARD;
  if (apy < 0) return Math.min(previousApy, median) >= 0 && previousApy - apy > minApyChangePoints;
  return (
    apy - Math.max(previousApy, median) > minApyChangePoints &&
    apy > (isCalm ? calmFactor : apyFactor) * Math.max(0, previousApy) &&
    apy > medianFactor * Math.max(0, median)
  );
}

function isSuspiciousTvl(tvlUsd: number, previousTvlUsd: number, medianLogTvl: number): boolean {
  const distanceFromMedian = Math.abs(logTvlOf(tvlUsd) - medianLogTvl);
  if (
    distanceFromMedian <= Math.abs(logTvlOf(previousTvlUsd) - medianLogTvl) ||
    isSameTvl(tvlUsd, previousTvlUsd)
  )
    return false;
  return distanceFromMedian > Math.log(SPIKE_GUARD.tvlFactor);
}

function doReadingsAgree(firstReading: Reading, otherReading: Reading): boolean {
  return isSameApy(firstReading.apy, otherReading.apy) && isSameTvl(firstReading.tvlUsd, otherReading.tvlUsd);
}

function isSameApy(firstApy: number, otherApy: number): boolean {
  if (Math.abs(firstApy - otherApy) <= SPIKE_GUARD.minApyChangePoints) return true;
  return Math.abs(toLogApy(firstApy) - toLogApy(otherApy)) <= Math.log(SPIKE_GUARD.agreementFactor);
}

function isSameTvl(firstTvlUsd: number, otherTvlUsd: number): boolean {
  return Math.abs(logTvlOf(firstTvlUsd) - logTvlOf(otherTvlUsd)) <= Math.log(SPIKE_GUARD.agreementFactor);
}

export type GuardVerdict =
  /**
   * `confirmedReading` is an earlier suspicious reading, which was not published. The accepted reading agrees with it.
   * Absent if no reading was waiting for confirmation.
   */
  | { readonly kind: 'accept'; readonly confirmedReading?: Reading }
  /** The last accepted reading stays published. */
  | { readonly kind: 'hold'; readonly unconfirmedReading: Reading };

/**
 * Decides whether a reading is accepted or held. A suspicious reading is held until a later reading agrees with it or
 * is not suspicious.
 * Only a newer reading can confirm a held reading.
 */
export function guardReading(
  reading: Reading,
  acceptedReading: Reading | undefined,
  unconfirmedReading: Reading | undefined,
  history: GuardHistory,
): GuardVerdict {
  const isNewerThanUnconfirmedReading =
    unconfirmedReading !== undefined && reading.observedAtMs > unconfirmedReading.observedAtMs;
  const confirmationFields =
    isNewerThanUnconfirmedReading && doReadingsAgree(unconfirmedReading, reading)
      ? { confirmedReading: unconfirmedReading }
      : undefined;
  if (acceptedReading === undefined || !isSuspiciousReading(reading, acceptedReading, history))
    return { kind: 'accept', ...confirmationFields };
  if (confirmationFields !== undefined) return { kind: 'accept', ...confirmationFields };
  return {
    kind: 'hold',
    unconfirmedReading:
      unconfirmedReading === undefined || isNewerThanUnconfirmedReading ? reading : unconfirmedReading,
  };
}
