import { medianOf } from '../../platform/domain/ranking.ts';
import type { Grouping } from './groupings.ts';

/** What one chain, protocol or asset pays. APYs in percent, TVL in USD. */
export interface ApyComparison {
  readonly key: string;
  readonly strategies: number;
  readonly tvl: number;
  /** The ordinal of the strategy with the highest APY; of equals, the one with the greatest TVL, and the first by id. */
  readonly best: number;
  readonly highest: number;
  readonly lowest: number;
  readonly median: number;
  /** Weighted by TVL; NaN when the group holds nothing. */
  readonly weightedMean: number;
  /** Highest less lowest, in percentage points. */
  readonly spread: number;
}

/** Figures by ordinal. */
export interface ComparedColumns {
  readonly apy: Float64Array;
  readonly tvl: Float64Array;
}

/**
 * The APYs of every group of the strategies side by side, in no order.
 *
 * @param ordinals ascending, which is by TVL from the highest down
 */
export function compareApys(
  columns: ComparedColumns,
  ordinals: Uint32Array,
  grouping: Grouping,
): ApyComparison[] {
  const { keys, begins } = grouping;
  const sums = sumsOf(columns, ordinals, grouping);
  return keys.flatMap((key, place) => {
    const strategies = sums.count[place] ?? 0;
    if (strategies === 0) return [];
    const begin = begins[place] ?? 0;
    const tvl = sums.tvl[place] ?? 0;
    const [highest, lowest] = [sums.highest[place] ?? Number.NaN, sums.lowest[place] ?? Number.NaN];
    return {
      key,
      strategies,
      tvl,
      weightedMean: tvl > 0 ? (sums.weighted[place] ?? 0) / tvl : Number.NaN,
      best: sums.best[place] ?? 0,
      highest,
      lowest,
      median: medianOf(sums.apys.subarray(begin, begin + strategies)),
      spread: highest - lowest,
    };
  });
}

/** What is summed up of each group, by its place in the grouping's keys. */
function emptySums({ keys, begins }: Grouping) {
  const size = keys.length;
  return {
    count: new Uint32Array(size),
    tvl: new Float64Array(size),
    /** APYs weighted by TVL. */
    weighted: new Float64Array(size),
    best: new Uint32Array(size),
    highest: new Float64Array(size),
    lowest: new Float64Array(size),
    /** All APYs of a group from where it begins. */
    apys: new Float64Array(begins[size] ?? 0),
  };
}

/** One pass over the strategies: with tens of thousands of them, each further one costs as much as the rest of a request. */
function sumsOf({ apy, tvl }: ComparedColumns, ordinals: Uint32Array, grouping: Grouping) {
  const { lists, starts, places, begins } = grouping;
  const sums = emptySums(grouping);
  const { count, tvl: tvls, weighted, best, highest, lowest, apys } = sums;
  for (let index = 0; index < ordinals.length; index += 1) {
    const ordinal = ordinals[index] ?? 0;
    const list = lists[ordinal] ?? 0;
    const from = starts[list] ?? 0;
    const to = starts[list + 1] ?? 0;
    const own = apy[ordinal] ?? Number.NaN;
    const held = (tvl[ordinal] ?? 0) / (to - from);
    const earned = (own * (tvl[ordinal] ?? 0)) / (to - from);
    for (let at = from; at < to; at += 1) {
      const place = places[at] ?? 0;
      const before = count[place] ?? 0;
      count[place] = before + 1;
      apys[(begins[place] ?? 0) + before] = own;
      tvls[place] = (tvls[place] ?? 0) + held;
      weighted[place] = (weighted[place] ?? 0) + earned;
      if (before === 0 || own < (lowest[place] ?? Number.NaN)) lowest[place] = own;
      // They come by TVL, the highest first, and those of equal TVL by id, the last first: the first by id is the best.
      const top = highest[place] ?? Number.NaN;
      const isBeaten = own < top || (own === top && tvl[ordinal] !== tvl[best[place] ?? 0]);
      if (before > 0 && isBeaten) continue;
      best[place] = ordinal;
      highest[place] = own;
    }
  }
  return sums;
}
