import type { Entry } from '../books.ts';
import type { Holdings } from '../holdings.ts';
import type { TrackEntry } from './track.ts';

/** A ledger entry as a step of its investment. */
export function bookTrackEntry({ type, atMs, movement, priceUsd }: Entry): TrackEntry<Holdings> {
  return {
    atMs,
    // A correction is not a payment.
    amount: type === 'adjustment' ? 0n : movement.amount,
    cost: movement.principal,
    realized: movement.realized,
    priceUsd,
    holding: movement.holdings,
  };
}
