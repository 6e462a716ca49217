import type { Group } from '../contract/windows.ts';
import { type ChainSums, SUM_OFFSETS, SUMS_PER_GROUP, type TrendGroupings } from './chain-sums.ts';

/** Current figures of the strategies of one chain, protocol or asset, and their changes over a window. */
export interface GroupTrend {
  readonly key: string;
  readonly strategies: number;
  /** TVL in USD. */
  readonly tvl: number;
  /** Change of the TVL in percent. It includes only strategies with a known TVL change. NaN if there are none. */
  readonly tvlChange: number;
  /** TVL-weighted mean of the current APYs, in percent. NaN if the group's TVL is 0. */
  readonly apy: number;
  /** TVL-weighted mean of the known changes of APY, in percentage points. NaN if no change is known. */
  readonly apyChange: number;
}

interface Trends extends Readonly<Record<Group, readonly GroupTrend[]>> {
  readonly total: Omit<GroupTrend, 'key'>;
}

/**
 * Returns the trends of the given chains in total, and by chain, protocol and asset (highest TVL first).
 * A change includes only strategies with a known change, so that a newly listed strategy does not look like an inflow
 * of money.
 */
export function computeTrends(sumsOfChains: readonly ChainSums[], groupings: TrendGroupings): Trends {
  const total = new Float64Array(SUMS_PER_GROUP);
  for (const { total: chainTotal } of sumsOfChains) addGroupSums(total, 0, chainTotal, 0);
  return {
    total: trendOf(total, 0),
    chain: sumsOfChains
      .map(({ chain, total: chainTotal }) => ({ key: chain, ...trendOf(chainTotal, 0) }))
      .sort(compareByTvl),
    protocol: computeGroupTrends(sumsOfChains, 'protocol', groupings.protocol.keys),
    asset: computeGroupTrends(sumsOfChains, 'asset', groupings.asset.keys),
  };
}

function computeGroupTrends(
  sumsOfChains: readonly ChainSums[],
  group: 'protocol' | 'asset',
  keys: readonly string[],
): GroupTrend[] {
  const sumsByGroup = new Float64Array(SUMS_PER_GROUP * keys.length);
  for (const { [group]: chainSums } of sumsOfChains) {
    const { groupIndexes, sums } = chainSums;
    for (let index = 0; index < groupIndexes.length; index += 1)
      addGroupSums(sumsByGroup, SUMS_PER_GROUP * (groupIndexes[index] ?? 0), sums, SUMS_PER_GROUP * index);
  }
  return keys
    .flatMap((key, groupIndex) =>
      sumsByGroup[SUMS_PER_GROUP * groupIndex] === 0 ? [] : { key, ...trendOf(sumsByGroup, groupIndex) },
    )
    .sort(compareByTvl);
}

/** Adds the sums of one group. `targetStart` and `sourceStart` are the indexes of the group's first sum. */
function addGroupSums(
  sums: Float64Array,
  targetStart: number,
  addedSums: Float64Array,
  sourceStart: number,
): void {
  for (let offset = 0; offset < SUMS_PER_GROUP; offset += 1)
    sums[targetStart + offset] = (sums[targetStart + offset] ?? 0) + (addedSums[sourceStart + offset] ?? 0);
}

function compareByTvl(a: GroupTrend, b: GroupTrend): number {
  return b.tvl - a.tvl || (a.key < b.key ? -1 : 1);
}

function trendOf(sums: Float64Array, groupIndex: number): Omit<GroupTrend, 'key'> {
  const groupSumOf = (sumName: keyof typeof SUM_OFFSETS) =>
    sums[SUMS_PER_GROUP * groupIndex + SUM_OFFSETS[sumName]] ?? Number.NaN;
  return {
    strategies: groupSumOf('strategies'),
    tvl: groupSumOf('tvl'),
    tvlChange:
      groupSumOf('tvlBefore') > 0 ? (groupSumOf('tvlNow') / groupSumOf('tvlBefore') - 1) * 100 : Number.NaN,
    apy: groupSumOf('apyWeight') > 0 ? groupSumOf('weightedApy') / groupSumOf('apyWeight') : Number.NaN,
    apyChange:
      groupSumOf('changeWeight') > 0 ? groupSumOf('weightedChange') / groupSumOf('changeWeight') : Number.NaN,
  };
}
