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
export function computeTrends(chains: readonly ChainSums[], groupings: TrendGroupings): Trends {
  const total = new Float64Array(SUMS_PER_GROUP);
  for (const { total: chainTotal } of chains) addGroupSums(total, 0, chainTotal, 0);
  return {
    total: trendOf(total, 0),
    chain: chains
      .map(({ chain, total: chainTotal }) => ({ key: chain, ...trendOf(chainTotal, 0) }))
      .sort(compareByTvl),
    protocol: groupTrends(chains, 'protocol', groupings.protocol.keys),
    asset: groupTrends(chains, 'asset', groupings.asset.keys),
  };
}

function groupTrends(
  chains: readonly ChainSums[],
  group: 'protocol' | 'asset',
  keys: readonly string[],
): GroupTrend[] {
  const sumsByGroup = new Float64Array(SUMS_PER_GROUP * keys.length);
  for (const { [group]: chainSums } of chains) {
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
  const sumOf = (figure: keyof typeof SUM_OFFSETS) =>
    sums[SUMS_PER_GROUP * groupIndex + SUM_OFFSETS[figure]] ?? Number.NaN;
  return {
    strategies: sumOf('strategies'),
    tvl: sumOf('tvl'),
    tvlChange: sumOf('tvlBefore') > 0 ? (sumOf('tvlNow') / sumOf('tvlBefore') - 1) * 100 : Number.NaN,
    apy: sumOf('apyWeight') > 0 ? sumOf('weightedApy') / sumOf('apyWeight') : Number.NaN,
    apyChange: sumOf('changeWeight') > 0 ? sumOf('weightedChange') / sumOf('changeWeight') : Number.NaN,
  };
}
