import { addBit, type Bitset, createEmptyBitset, createPrefixBitset } from '../bitset.ts';
import type { StrategyOrder } from '../orders.ts';

/**
 * Number of precomputed sets for each sort order. Each set contains the first strategies of the order, for example the
 * first 1/64 or 2/64 of them.
 */
const CHECKPOINT_COUNT = 64;

/**
 * Returns how many strategies have a value of at least `minimum`, by binary search. The order must start at the highest
 * value.
 */
export function countValuesAtLeast(
  values: Float64Array,
  strategyOrder: StrategyOrder,
  minimum: number,
): number {
  let [low, high] = [0, strategyOrder.strategyIndexes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[strategyOrder.strategyIndexes[middle] ?? 0] ?? 0) >= minimum) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Selects the first strategies in the order `source`. The result is a bit set of the positions that these strategies
 * have in the order `target`.
 */
export class PrefixSets {
  readonly #source: StrategyOrder;
  readonly #target: StrategyOrder;
  readonly #step: number;
  readonly #prefixSets: Bitset[];

  constructor(sourceOrder: StrategyOrder, targetOrder: StrategyOrder) {
    this.#source = sourceOrder;
    this.#target = targetOrder;
    const size = sourceOrder.strategyIndexes.length;
    this.#step = Math.max(1, Math.ceil(size / CHECKPOINT_COUNT));
    let set = createEmptyBitset(size);
    this.#prefixSets = [set];
    for (let start = 0; start < size; start += this.#step) {
      set = this.#extended(set, start, Math.min(size, start + this.#step));
      this.#prefixSets.push(set);
    }
  }

  /**
   * Selects the first `count` strategies of the order `source`. Returns a bit set of their positions in the order
   * `target`.
   */
  first(count: number): Bitset {
    if (this.#source === this.#target) return createPrefixBitset(this.#source.strategyIndexes.length, count);
    const fullStepCount = Math.floor(count / this.#step);
    return this.#extended(
      this.#prefixSets[fullStepCount] ?? new Uint32Array(),
      fullStepCount * this.#step,
      count,
    );
  }

  #extended(set: Bitset, start: number, end: number): Bitset {
    const result = set.slice();
    for (let position = start; position < end; position += 1) {
      addBit(result, this.#target.positions[this.#source.strategyIndexes[position] ?? 0] ?? 0);
    }
    return result;
  }
}
