import type { Entry } from '../books.ts';
import type { Holdings } from '../holdings.ts';
import type { TrackEntry } from './track.ts';

/** An entry of the books as a step of its investment. */
export function bookTrackEntry({ type, atMs, movement, priceUsd }: Entry): TrackEntry<Holdings> {
  return {
    atMs,
    // Nobody pays a correction.
    amount: type === 'adjustment' ? 0n : movement.amount,
    cost: movement.principal,
    realized: movement.realized,
    priceUsd,
    holding: movement.holdings,
  };
}
