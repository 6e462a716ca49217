import { valueAt } from '../../platform/domain/ranking.ts';
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
  const { keys } = grouping;
  const { counts, tvls, weighted } = sumsOf(columns, ordinals, grouping);
  const members = membersOf(ordinals, grouping, counts);
  return keys.flatMap((key, place) => {
    const own = members[place];
    if (own === undefined || own.length === 0) return [];
    const tvl = tvls[place] ?? 0;
    const weightedMean = tvl > 0 ? (weighted[place] ?? 0) / tvl : Number.NaN;
    return { key, strategies: own.length, tvl, weightedMean, ...spreadOf(columns, own) };
  });
}

/** By group: how many strategies it has, their TVL, and their APYs weighted by it. */
function sumsOf({ apy, tvl }: ComparedColumns, ordinals: Uint32Array, { keys, at }: Grouping) {
  const counts = new Uint32Array(keys.length);
  const tvls = new Float64Array(keys.length);
  const weighted = new Float64Array(keys.length);
  for (const ordinal of ordinals) {
    const places = at(ordinal);
    const held = tvl[ordinal] ?? 0;
    for (const place of places) {
      counts[place] = (counts[place] ?? 0) + 1;
      tvls[place] = (tvls[place] ?? 0) + held / places.length;
      weighted[place] = (weighted[place] ?? 0) + ((apy[ordinal] ?? 0) * held) / places.length;
    }
  }
  return { counts, tvls, weighted };
}

/** The ordinals of each group, in their order. */
function membersOf(ordinals: Uint32Array, { at }: Grouping, counts: Uint32Array): Uint32Array[] {
  const members = Array.from(counts, (count) => new Uint32Array(count));
  const filled = new Uint32Array(counts.length);
  for (const ordinal of ordinals) {
    for (const place of at(ordinal)) {
      const own = members[place];
      const next = filled[place] ?? 0;
      if (own !== undefined) own[next] = ordinal;
      filled[place] = next + 1;
    }
  }
  return members;
}

/** The highest, the middle and the lowest APY of a group's strategies. */
function spreadOf({ apy, tvl }: ComparedColumns, members: Uint32Array) {
  const apys = new Float64Array(members.length);
  let best = members[0] ?? 0;
  let highest = apy[best] ?? Number.NaN;
  let lowest = Number.POSITIVE_INFINITY;
  for (let index = 0; index < members.length; index += 1) {
    const ordinal = members[index] ?? 0;
    const own = apy[ordinal] ?? Number.NaN;
    apys[index] = own;
    if (own < lowest) lowest = own;
    // They come by TVL, the highest first, and those of equal TVL by id, the last first: the first by id is the best.
    if (own < highest || (own === highest && tvl[ordinal] !== tvl[best])) continue;
    best = ordinal;
    highest = own;
  }
  return {
    best,
    highest,
    lowest,
    median: middleOf(apys),
    spread: highest - lowest,
  };
}

/** The median: the mean of the two middle values of an even number. */
function middleOf(values: Float64Array): number {
  const upper = valueAt(values, values.length >>> 1);
  return values.length % 2 === 1 ? upper : (upper + valueAt(values, (values.length >>> 1) - 1)) / 2;
}
