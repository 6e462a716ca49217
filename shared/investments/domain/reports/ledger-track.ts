import type { Holdings } from '../holdings.ts';
import type { LedgerEntry } from '../ledger-entry.ts';
import type { TrackEntry } from './track.ts';

/** Converts a ledger entry to the form that reports use. */
export function toTrackEntry({ type, atMs, movement, priceUsd }: LedgerEntry): TrackEntry<Holdings> {
  return {
    atMs,
    // An operator's adjustment pays no money, so its amount is 0.
    amount: type === 'adjustment' ? 0n : movement.amount,
    cost: movement.principal,
    realized: movement.realized,
    priceUsd,
    holding: movement.holdings,
  };
}
