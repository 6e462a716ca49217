import { logApy } from '../../strategies/domain/expectation/log-apy.ts';
import type { TrackRecord } from '../../strategies/domain/expectation/track-record.ts';

/** A reading of a strategy: APY in percent, TVL in USD, and when it was taken. */
export interface Reading {
  readonly apy: number;
  readonly tvlUsd: number;
  readonly observedAtMs: number;
}

/** What the guard compares with: where the strategy's own last 30 days lie, on the scale of `logApy` and as ln(TVL). */
export type OwnPast = Pick<TrackRecord, 'days30' | 'median30' | 'tvlMedian30'>;

/**
 * When a reading is a leap. All of it is fitted on recorded daily lists: spikes of one reading that are published
 * against readings that are held and turn out to be true. docs/market.md has the figures.
 */
const SPIKE_GUARD = {
  /** Known days from which on the own median says more than the reading before. */
  ownDays: 7,
  /**
   * 1 + an APY of more than so many times the median's. At 3.5, 43 of 218 spikes passed. A wider limit for rates that
   * swing every day let two spikes of three pass and was right no more often.
   */
  apyFactor: 3,
  /** The fewest percentage points from the median: from 0.01% to 0.1% is a factor of ten and no news. */
  apyFloorPoints: 5,
  /** A TVL so many times the median or less than that part of it; smaller moves turned out to be true in 97 of 100. */
  tvlFactor: 20,
  /** Readings that differ by no more than this factor agree: a later one then confirms one that is held. */
  agreementFactor: 2.5,
} as const;

/**
 * Whether a reading is too far from the strategy's own past to be believed at once. Only an APY that rises, or turns
 * negative, can be: nobody is lured by one that falls. A reading that is no farther from the median than the one
 * before it, or agrees with that one, is never a leap: the end of a spike is believed at once, and so is a new level
 * after its first day.
 */
export function isLeap(reading: Reading, before: Reading, past: OwnPast): boolean {
  const isOwn = past.days30 >= SPIKE_GUARD.ownDays;
  return (
    apyLeaps(reading.apy, before.apy, isOwn ? past.median30 : logApy(before.apy)) ||
    tvlLeaps(reading.tvlUsd, before.tvlUsd, isOwn ? past.tvlMedian30 : logTvl(before.tvlUsd))
  );
}

const logTvl = (usd: number) => Math.log(Math.max(1, usd));

function apyLeaps(apy: number, apyBefore: number, median: number): boolean {
  const { apyFactor, apyFloorPoints } = SPIKE_GUARD;
  const distance = Math.abs(logApy(apy) - median);
  if (distance <= Math.abs(logApy(apyBefore) - median) || sameApy(apy, apyBefore)) return false;
  const medianApy = Math.sign(median) * Math.expm1(Math.abs(median));
  if (Math.abs(apy - medianApy) <= apyFloorPoints) return false;
  if (apy < 0 && medianApy >= 0) return true;
  return apy > medianApy && distance > Math.log(apyFactor);
}

function tvlLeaps(tvlUsd: number, tvlUsdBefore: number, median: number): boolean {
  const distance = Math.abs(logTvl(tvlUsd) - median);
  if (distance <= Math.abs(logTvl(tvlUsdBefore) - median) || sameTvl(tvlUsd, tvlUsdBefore)) return false;
  return distance > Math.log(SPIKE_GUARD.tvlFactor);
}

/** Whether two readings tell the same. */
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
  | { readonly kind: 'accept' }
  /** The reading is kept aside; the last accepted one goes on being published. */
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
  if (accepted === undefined || !isLeap(reading, accepted, past)) return { kind: 'accept' };
  if (held === undefined) return { kind: 'hold', held: reading };
  if (reading.observedAtMs <= held.observedAtMs) return { kind: 'hold', held };
  return agree(held, reading) ? { kind: 'accept' } : { kind: 'hold', held: reading };
}
