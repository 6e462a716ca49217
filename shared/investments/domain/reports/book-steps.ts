import type { Entry } from '../booking.ts';
import type { Holdings } from '../holdings.ts';
import type { Step } from './track.ts';

/** An entry of the books as a step of its investment. */
export function bookStep({ type, atMs, movement, priceUsd }: Entry): Step<Holdings> {
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
