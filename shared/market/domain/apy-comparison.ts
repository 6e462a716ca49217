import { type GroupMembers, markMembers } from './groupings.ts';

/** The APYs of one chain, protocol or asset. APYs are in percent, TVL in USD. */
export interface ApyComparison {
  readonly key: string;
  readonly strategies: number;
  readonly tvl: number;
  /** Index in the catalog of the strategy with the highest APY. Ties go to the highest TVL, then to the lowest id. */
  readonly bestIndex: number;
  readonly highest: number;
  readonly lowest: number;
  readonly median: number;
  /** TVL-weighted mean APY in percent. NaN if the group's TVL is 0. */
  readonly weightedMean: number;
  /** Highest APY minus lowest APY, in percentage points. */
  readonly spread: number;
}

/** APY and TVL of each strategy, by its index in the catalog. */
export interface ComparedColumns {
  readonly apy: Float64Array;
  readonly tvl: Float64Array;
}

interface ApyOrder {
  /** Indexes of the strategies in the catalog, highest APY first. */
  readonly strategyIndexes: Uint32Array;
  /** Rank of each strategy (from 0, highest APY first), by the strategy's index in the catalog. */
  readonly positions: Uint32Array;
}

export interface ComparedGroups extends GroupMembers {
  /** Catalog indexes of each group's strategies, highest APY first. */
  readonly indexesByApy: Uint32Array;
}

/** Sorts the members of each group by APY, so that later comparisons need no sorting. */
export function sortGroupsByApy(
  groupMembers: GroupMembers,
  { strategyIndexes, positions }: ApyOrder,
): ComparedGroups {
  const { groupStarts } = groupMembers;
  const sortedApyRanks = groupMembers.strategyIndexes.map((strategyIndex) => positions[strategyIndex] ?? 0);
  for (let groupIndex = 1; groupIndex < groupStarts.length; groupIndex += 1)
    sortedApyRanks.subarray(groupStarts[groupIndex - 1], groupStarts[groupIndex]).sort();
  return { ...groupMembers, indexesByApy: sortedApyRanks.map((position) => strategyIndexes[position] ?? 0) };
}

/** Compares the APYs of the given strategies by group. The result is not sorted. */
export function compareApys(
  columns: ComparedColumns,
  strategyIndexes: Uint32Array,
  comparedGroups: ComparedGroups,
): ApyComparison[] {
  const { keys, groupStarts, indexesByApy } = comparedGroups;
  const selectionMarks = markMembers(strategyIndexes, columns.tvl.length);
  const selectedIndexes = new Uint32Array(indexesByApy.length);
  return keys.flatMap((key, groupIndex) => {
    const [groupStart, groupEnd] = [groupStarts[groupIndex] ?? 0, groupStarts[groupIndex + 1] ?? 0];
    let selectedCount = 0;
    for (let position = groupStart; position < groupEnd; position += 1) {
      const strategyIndex = indexesByApy[position] ?? 0;
      // Write every index without a branch, because unpredictable branches are slow. If the strategy is not selected,
      // the next write overwrites its index.
      selectedIndexes[selectedCount] = strategyIndex;
      selectedCount += selectionMarks[strategyIndex] ?? 0;
    }
    if (selectedCount === 0) return [];
    return {
      key,
      strategies: selectedCount,
      ...sumSelectedStrategies(columns, selectionMarks, comparedGroups, groupStart, groupEnd),
      ...computeRankedFigures(columns, selectedIndexes.subarray(0, selectedCount)),
    };
  });
}

/** Returns the TVL and the TVL-weighted mean APY of the selected strategies of one group. */
function sumSelectedStrategies(
  { apy, tvl }: ComparedColumns,
  selectionMarks: Uint8Array,
  { strategyIndexes, groupCounts }: GroupMembers,
  groupStart: number,
  groupEnd: number,
) {
  let totalTvl = 0;
  let weightedApySum = 0;
  for (let position = groupStart; position < groupEnd; position += 1) {
    const strategyIndex = strategyIndexes[position] ?? 0;
    if (selectionMarks[strategyIndex] === 0) continue;
    const strategyTvl = tvl[strategyIndex] ?? 0;
    const groupCount = groupCounts[strategyIndex] ?? 1;
    totalTvl += strategyTvl / groupCount;
    weightedApySum += ((apy[strategyIndex] ?? Number.NaN) * strategyTvl) / groupCount;
  }
  return { tvl: totalTvl, weightedMean: totalTvl > 0 ? weightedApySum / totalTvl : Number.NaN };
}

/**
 * Returns the strategy with the highest APY, and the highest, lowest and median APY. The strategies must be sorted by
 * APY, highest first.
 */
function computeRankedFigures({ apy, tvl }: ComparedColumns, rankedIndexes: Uint32Array) {
  const apyAtRank = (rank: number) => apy[rankedIndexes[rank] ?? 0] ?? Number.NaN;
  const [highestApy, lowestApy] = [apyAtRank(0), apyAtRank(rankedIndexes.length - 1)];
  const middleRank = rankedIndexes.length >>> 1;
  let bestIndex = rankedIndexes[0] ?? 0;
  for (let rank = 1; apyAtRank(rank) === highestApy && rank < rankedIndexes.length; rank += 1) {
    const rankedIndex = rankedIndexes[rank] ?? 0;
    // If several strategies have the highest APY, prefer the highest TVL, and then the lowest id. The catalog is sorted
    // by TVL and then by id, both in descending order. Therefore, of two strategies with equal TVL, the later one has
    // the lower id.
    if (tvl[rankedIndex] === tvl[bestIndex] ? rankedIndex > bestIndex : rankedIndex < bestIndex)
      bestIndex = rankedIndex;
  }
  return {
    bestIndex,
    highest: highestApy,
    lowest: lowestApy,
    median:
      rankedIndexes.length % 2 === 1
        ? apyAtRank(middleRank)
        : (apyAtRank(middleRank) + apyAtRank(middleRank - 1)) / 2,
    spread: highestApy - lowestApy,
  };
}
