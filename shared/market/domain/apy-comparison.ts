import { type Members, marksOf } from './groupings.ts';

/** The APYs of one chain, protocol or asset. APYs are in percent, TVL in USD. */
export interface ApyComparison {
  readonly key: string;
  readonly strategies: number;
  readonly tvl: number;
  /**
   * Ordinal of the strategy with the highest APY. Among equal APYs, it is the strategy with the higher TVL; among
   * equal TVLs, the strategy with the lower id.
   */
  readonly best: number;
  readonly highest: number;
  readonly lowest: number;
  readonly median: number;
  /** TVL-weighted mean APY in percent. NaN if the group's TVL is 0. */
  readonly weightedMean: number;
  /** Highest APY minus lowest APY, in percentage points. */
  readonly spread: number;
}

/** APY and TVL of each strategy, by ordinal (the strategy's index in the catalog). */
export interface ComparedColumns {
  readonly apy: Float64Array;
  readonly tvl: Float64Array;
}

/** All strategies of the catalog in the order of their APY. */
interface ApyOrder {
  /**
   * The strategy at each position of the order, highest APY first. A strategy is given by its ordinal (its index in
   * the catalog).
   */
  readonly ordinals: Uint32Array;
  /** The position of each strategy in the order. The array index is the strategy's ordinal. */
  readonly positions: Uint32Array;
}

/** Groups whose members are already sorted by APY, so that every comparison can use them. */
export interface ComparedGroups extends Members {
  /** The members of each group, highest APY first, as ordinals (indexes in the catalog). */
  readonly byApy: Uint32Array;
}

/** Sorts the members of each group by APY. Comparisons then need no sorting. */
export function sortGroupsByApy(members: Members, { ordinals, positions }: ApyOrder): ComparedGroups {
  const { begins } = members;
  const sortedPositions = members.ordinals.map((ordinal) => positions[ordinal] ?? 0);
  for (let groupIndex = 1; groupIndex < begins.length; groupIndex += 1)
    sortedPositions.subarray(begins[groupIndex - 1], begins[groupIndex]).sort();
  return { ...members, byApy: sortedPositions.map((position) => ordinals[position] ?? 0) };
}

/**
 * Compares the APYs of the given strategies by group. The result is not sorted. The loop visits all members of a
 * group, also strategies that were not given. This is faster than adding each given strategy to its groups.
 */
export function compareApys(
  columns: ComparedColumns,
  ordinals: Uint32Array,
  groups: ComparedGroups,
): ApyComparison[] {
  const { keys, begins, byApy } = groups;
  const isSelected = marksOf(ordinals, columns.tvl.length);
  const selectedOrdinals = new Uint32Array(byApy.length);
  return keys.flatMap((key, groupIndex) => {
    const [groupStart, groupEnd] = [begins[groupIndex] ?? 0, begins[groupIndex + 1] ?? 0];
    let strategies = 0;
    for (let at = groupStart; at < groupEnd; at += 1) {
      const ordinal = byApy[at] ?? 0;
      // Every ordinal is written without a branch, because unpredictable branches are slow. The count increases only
      // for a selected strategy, so the next ordinal overwrites an ordinal that was not selected.
      selectedOrdinals[strategies] = ordinal;
      strategies += isSelected[ordinal] ?? 0;
    }
    if (strategies === 0) return [];
    return {
      key,
      strategies,
      ...sumSelected(columns, isSelected, groups, groupStart, groupEnd),
      ...rankFigures(columns, selectedOrdinals.subarray(0, strategies)),
    };
  });
}

/** Returns the TVL and the TVL-weighted APY of the selected strategies between two positions in the list of a group. */
function sumSelected(
  { apy, tvl }: ComparedColumns,
  isSelected: Uint8Array,
  { ordinals, parts }: Members,
  begin: number,
  end: number,
) {
  let totalTvl = 0;
  let weightedSum = 0;
  for (let at = begin; at < end; at += 1) {
    const ordinal = ordinals[at] ?? 0;
    if (isSelected[ordinal] === 0) continue;
    const ownTvl = tvl[ordinal] ?? 0;
    const groupCount = parts[ordinal] ?? 1;
    totalTvl += ownTvl / groupCount;
    weightedSum += ((apy[ordinal] ?? Number.NaN) * ownTvl) / groupCount;
  }
  return { tvl: totalTvl, weightedMean: totalTvl > 0 ? weightedSum / totalTvl : Number.NaN };
}

/** Returns the best strategy, and the highest, lowest and median APY. The strategies must be sorted by APY. */
function rankFigures({ apy, tvl }: ComparedColumns, rankedPositions: Uint32Array) {
  const apyAt = (rank: number) => apy[rankedPositions[rank] ?? 0] ?? Number.NaN;
  const [highestApy, lowestApy] = [apyAt(0), apyAt(rankedPositions.length - 1)];
  const middleRank = rankedPositions.length >>> 1;
  let best = rankedPositions[0] ?? 0;
  for (let rank = 1; apyAt(rank) === highestApy && rank < rankedPositions.length; rank += 1) {
    const otherIndex = rankedPositions[rank] ?? 0;
    // The catalog is sorted by TVL, highest first, so the lower ordinal has the higher TVL. Among equal TVLs, the
    // higher ordinal has the lower id.
    if (tvl[otherIndex] === tvl[best] ? otherIndex > best : otherIndex < best) best = otherIndex;
  }
  return {
    best,
    highest: highestApy,
    lowest: lowestApy,
    median:
      rankedPositions.length % 2 === 1 ? apyAt(middleRank) : (apyAt(middleRank) + apyAt(middleRank - 1)) / 2,
    spread: highestApy - lowestApy,
  };
}
