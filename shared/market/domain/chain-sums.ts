import { groupMembersOf, type StrategyGrouping } from './groupings.ts';

/**
 * Current figures of all strategies and their changes over a window. The array index is the strategy's index in the
 * catalog. NaN means unknown.
 */
export interface TrendColumns {
  /** Current APY in percent. */
  readonly apy: Float64Array;
  /** Current TVL in USD. */
  readonly tvl: Float64Array;
  /** Change of the APY in percentage points. */
  readonly apyChange: Float32Array;
  /** Change of the TVL in percent. */
  readonly tvlChange: Float32Array;
  /**
   * 1 if the source marks the strategy as an outlier, otherwise 0. Outliers are counted in `strategies` and `tvl`, but
   * not in means and changes.
   */
  readonly outlier: Float64Array;
}

/** Array index of each figure in the sums of a group. */
export const SUM_OFFSETS = {
  strategies: 0,
  tvl: 1,
  /** TVL now, and TVL at the start of the window. Both are sums over the strategies with a known TVL change. */
  tvlNow: 2,
  tvlBefore: 3,
  /**
   * `weightedApy`: sum of APY times TVL. `apyWeight`: sum of these TVLs. Strategies that the source marks as outliers
   * are left out.
   */
  weightedApy: 4,
  apyWeight: 5,
  /**
   * `weightedChange`: sum of APY change times TVL. `changeWeight`: sum of these TVLs. Strategies without a known APY
   * change are left out.
   */
  weightedChange: 6,
  changeWeight: 7,
} as const;
export const SUMS_PER_GROUP = Object.keys(SUM_OFFSETS).length;
// These indexes are constants, because reading them from `SUM_OFFSETS` for each strategy would be slow.
const {
  strategies: STRATEGIES,
  tvl: TVL,
  tvlNow: TVL_NOW,
  tvlBefore: TVL_BEFORE,
  weightedApy: WEIGHTED_APY,
  apyWeight: APY_WEIGHT,
  weightedChange: WEIGHTED_CHANGE,
  changeWeight: CHANGE_WEIGHT,
} = SUM_OFFSETS;

export type TrendGroupings = Readonly<Record<'protocol' | 'asset', StrategyGrouping>>;

export interface ChainSums extends Readonly<Record<'protocol' | 'asset', GroupSums>> {
  readonly chain: string;
  readonly total: Float64Array;
}

/**
 * The groups that have strategies on one chain. `sums` contains the figures of the groups in `groupIndexes`, in the
 * same order.
 */
interface GroupSums {
  readonly groupIndexes: Uint32Array;
  readonly sums: Float64Array;
}

/**
 * Sums the strategies of each chain. The result is sorted by chain name.
 * @param strategyIndexes indexes of the strategies in the catalog, ascending
 */
export function computeSumsByChain(
  columns: TrendColumns,
  strategyIndexes: Uint32Array,
  chainGrouping: StrategyGrouping,
  groupings: TrendGroupings,
): ChainSums[] {
  const {
    keys,
    groupStarts,
    strategyIndexes: memberIndexes,
  } = groupMembersOf(chainGrouping, strategyIndexes);
  const createSumsBuffer = (grouping: StrategyGrouping) =>
    new Float64Array(SUMS_PER_GROUP * grouping.keys.length);
  const buffers = {
    chain: createSumsBuffer(chainGrouping),
    protocol: createSumsBuffer(groupings.protocol),
    asset: createSumsBuffer(groupings.asset),
  };
  return keys
    .flatMap((chain, chainIndex) => {
      const chainStrategyIndexes = memberIndexes.subarray(
        groupStarts[chainIndex],
        groupStarts[chainIndex + 1],
      );
      if (chainStrategyIndexes.length === 0) return [];
      const chainFigures = copyFigures(columns, chainStrategyIndexes);
      return {
        chain,
        total: sumFiguresByGroup(chainFigures, chainStrategyIndexes, chainGrouping, buffers.chain).sums,
        protocol: sumFiguresByGroup(chainFigures, chainStrategyIndexes, groupings.protocol, buffers.protocol),
        asset: sumFiguresByGroup(chainFigures, chainStrategyIndexes, groupings.asset, buffers.asset),
      };
    })
    .sort((a, b) => (a.chain < b.chain ? -1 : 1));
}

/** Copies the figures of the given strategies into adjacent memory, because the caller reads them several times. */
function copyFigures(
  { apy, tvl, apyChange, tvlChange, outlier }: TrendColumns,
  strategyIndexes: Uint32Array,
): TrendColumns {
  return {
    apy: pickValues(apy, strategyIndexes, new Float64Array(strategyIndexes.length)),
    tvl: pickValues(tvl, strategyIndexes, new Float64Array(strategyIndexes.length)),
    apyChange: pickValues(apyChange, strategyIndexes, new Float32Array(strategyIndexes.length)),
    tvlChange: pickValues(tvlChange, strategyIndexes, new Float32Array(strategyIndexes.length)),
    outlier: pickValues(outlier, strategyIndexes, new Float64Array(strategyIndexes.length)),
  };
}

function pickValues<T extends Float64Array | Float32Array>(
  column: T,
  strategyIndexes: Uint32Array,
  pickedValues: T,
): T {
  for (let index = 0; index < strategyIndexes.length; index += 1)
    pickedValues[index] = column[strategyIndexes[index] ?? 0] ?? Number.NaN;
  return pickedValues;
}

/**
 * Sums the figures of some strategies by group in one loop.
 * @param columns the figures of these strategies only
 * @param groupSums buffer for the sums of all groups; it contains only 0 before and after the call
 */
function sumFiguresByGroup(
  { apy, tvl, apyChange, tvlChange, outlier }: TrendColumns,
  strategyIndexes: Uint32Array,
  { listIndexes, listStarts, groupIndexes }: StrategyGrouping,
  groupSums: Float64Array,
): GroupSums {
  const usedGroupIndexes: number[] = [];
  for (let index = 0; index < strategyIndexes.length; index += 1) {
    const strategyIndex = strategyIndexes[index] ?? 0;
    const groupListIndex = listIndexes[strategyIndex] ?? 0;
    const listStart = listStarts[groupListIndex] ?? 0;
    const listEnd = listStarts[groupListIndex + 1] ?? 0;
    const tvlPerGroup = (tvl[index] ?? 0) / (listEnd - listStart);
    const hasPlausibleApy = outlier[index] !== 1;
    const plausibleTvl = hasPlausibleApy ? tvlPerGroup : 0;
    const weightedApy = (apy[index] ?? Number.NaN) * plausibleTvl;
    const tvlBefore = tvlPerGroup / (1 + (tvlChange[index] ?? Number.NaN) / 100);
    const hasKnownTvlChange = hasPlausibleApy && Number.isFinite(tvlBefore);
    const comparableTvlNow = hasKnownTvlChange ? tvlPerGroup : 0;
    const comparableTvlBefore = hasKnownTvlChange ? tvlBefore : 0;
    const change = apyChange[index] ?? Number.NaN;
    const hasKnownApyChange = hasPlausibleApy && !Number.isNaN(change);
    const weightedApyChange = hasKnownApyChange ? change * tvlPerGroup : 0;
    const changeWeight = hasKnownApyChange ? tvlPerGroup : 0;
    for (let listPosition = listStart; listPosition < listEnd; listPosition += 1) {
      const groupIndex = groupIndexes[listPosition] ?? 0;
      const groupSumsOffset = SUMS_PER_GROUP * groupIndex;
      const strategyCount = groupSums[groupSumsOffset + STRATEGIES] ?? 0;
      if (strategyCount === 0) usedGroupIndexes.push(groupIndex);
      groupSums[groupSumsOffset + STRATEGIES] = strategyCount + 1;
      groupSums[groupSumsOffset + TVL] = (groupSums[groupSumsOffset + TVL] ?? 0) + tvlPerGroup;
      groupSums[groupSumsOffset + TVL_NOW] = (groupSums[groupSumsOffset + TVL_NOW] ?? 0) + comparableTvlNow;
      groupSums[groupSumsOffset + TVL_BEFORE] =
        (groupSums[groupSumsOffset + TVL_BEFORE] ?? 0) + comparableTvlBefore;
      groupSums[groupSumsOffset + WEIGHTED_APY] =
        (groupSums[groupSumsOffset + WEIGHTED_APY] ?? 0) + weightedApy;
      groupSums[groupSumsOffset + APY_WEIGHT] = (groupSums[groupSumsOffset + APY_WEIGHT] ?? 0) + plausibleTvl;
      groupSums[groupSumsOffset + WEIGHTED_CHANGE] =
        (groupSums[groupSumsOffset + WEIGHTED_CHANGE] ?? 0) + weightedApyChange;
      groupSums[groupSumsOffset + CHANGE_WEIGHT] =
        (groupSums[groupSumsOffset + CHANGE_WEIGHT] ?? 0) + changeWeight;
    }
  }
  return copyGroupSums(groupSums, Uint32Array.from(usedGroupIndexes));
}

/** Copies the sums of some groups out of the buffer, and resets these sums in the buffer to 0. */
function copyGroupSums(groupSums: Float64Array, groupIndexes: Uint32Array): GroupSums {
  const sums = new Float64Array(SUMS_PER_GROUP * groupIndexes.length);
  groupIndexes.forEach((groupIndex, index) => {
    const sumsOfGroup = groupSums.subarray(SUMS_PER_GROUP * groupIndex, SUMS_PER_GROUP * (groupIndex + 1));
    sums.set(sumsOfGroup, SUMS_PER_GROUP * index);
    sumsOfGroup.fill(0);
  });
  return { groupIndexes, sums };
}
