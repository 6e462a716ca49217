import { addBit, type Bitset, emptyBitset, prefixBitset } from '../bitset.ts';
import type { SortedOrder } from '../orders.ts';

/** Sets kept ready, at even distances: a prefix of any length is at most a step away from one of them. */
const CHECKPOINTS = 64;

/** How many values, at the front of an order from the highest down, are at least `minimum`. */
export function countAtLeast(values: Float64Array, order: SortedOrder, minimum: number): number {
  let [low, high] = [0, order.ordinals.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[order.ordinals[middle] ?? 0] ?? 0) >= minimum) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first strategies of one order as sets of positions in another, without walking through all of them. */
export class PrefixSets {
  readonly #from: SortedOrder;
  readonly #to: SortedOrder;
  readonly #step: number;
  readonly #checkpoints: Bitset[];

  constructor(from: SortedOrder, to: SortedOrder) {
    this.#from = from;
    this.#to = to;
    const size = from.ordinals.length;
    this.#step = Math.max(1, Math.ceil(size / CHECKPOINTS));
    let set = emptyBitset(size);
    this.#checkpoints = [set];
    for (let start = 0; start < size; start += this.#step) {
      set = this.#extended(set, start, Math.min(size, start + this.#step));
      this.#checkpoints.push(set);
    }
  }

  /** The positions, in the other order, of the first `count` strategies of this one. */
  first(count: number): Bitset {
    if (this.#from === this.#to) return prefixBitset(this.#from.ordinals.length, count);
    const whole = Math.floor(count / this.#step);
    return this.#extended(this.#checkpoints[whole] ?? new Uint32Array(), whole * this.#step, count);
  }

  #extended(set: Bitset, start: number, end: number): Bitset {
    const result = set.slice();
    for (let position = start; position < end; position += 1) {
      addBit(result, this.#to.positions[this.#from.ordinals[position] ?? 0] ?? 0);
    }
    return result;
  }
}
