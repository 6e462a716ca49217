/** A reading of a strategy: APY in percent, TVL in USD, and when it was taken. */
export interface Reading {
  readonly apy: number;
  readonly tvlUsd: number;
  readonly observedAtMs: number;
}

/**
 * When a change between two readings is a leap. Within `windowMs`, a figure that changes by more than `factor` in
 * either direction is doubted; changes of APY smaller than `apyFloorPoints` percentage points never are, because
 * from 0.01% to 0.1% is a factor of ten and no news.
 */
const SPIKE_GUARD = { factor: 5, windowMs: 24 * 3_600_000, apyFloorPoints: 5 } as const;

/** Whether the change from one reading to the other is too great to be believed at once. */
export function isLeap(before: Reading, after: Reading): boolean {
  if (after.observedAtMs - before.observedAtMs > SPIKE_GUARD.windowMs) return false;
  const apyMoved = Math.abs(after.apy - before.apy) > SPIKE_GUARD.apyFloorPoints;
  return (
    beyondFactor(before.tvlUsd, after.tvlUsd) ||
    (apyMoved && (before.apy < 0 !== after.apy < 0 || beyondFactor(before.apy, after.apy)))
  );
}

function beyondFactor(before: number, after: number): boolean {
  const small = Math.min(Math.abs(before), Math.abs(after));
  const large = Math.max(Math.abs(before), Math.abs(after));
  return large > small * SPIKE_GUARD.factor;
}

export type GuardVerdict =
  | { readonly kind: 'accept' }
  /** The reading is kept aside; the last accepted one goes on being published. */
  | { readonly kind: 'hold'; readonly held: Reading };

/**
 * Decides whether a reading is believed. One that leaps from the last accepted reading is held until a later reading
 * agrees with it (does not leap from the held one); the same reading again confirms nothing.
 *
 * @param accepted the last reading that was believed, if any
 * @param held the reading that waits for confirmation, if any
 */
export function guardReading(
  reading: Reading,
  accepted: Reading | undefined,
  held: Reading | undefined,
): GuardVerdict {
  if (accepted === undefined || !isLeap(accepted, reading)) return { kind: 'accept' };
  if (held === undefined) return { kind: 'hold', held: reading };
  if (reading.observedAtMs <= held.observedAtMs) return { kind: 'hold', held };
  return isLeap(held, reading) ? { kind: 'hold', held: reading } : { kind: 'accept' };
}
