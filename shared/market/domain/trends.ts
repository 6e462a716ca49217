import type { Group } from '../contract/windows.ts';
import { type ChainSums, FIGURES, SUM, type TrendGroupings } from './chain-sums.ts';

/** How one chain, protocol or asset moved over a window. */
export interface GroupTrend {
  readonly key: string;
  readonly strategies: number;
  /** USD. */
  readonly tvl: number;
  /** Percent, over the strategies whose TVL at the window's start is known; NaN when there is none. */
  readonly tvlChange: number;
  /** TVL-weighted mean of the current APYs, in percent; NaN when the group holds nothing. */
  readonly apy: number;
  /** TVL-weighted mean of the changes that are known, in percentage points; NaN when there is none. */
  readonly apyChange: number;
}

interface Trends extends Readonly<Record<Group, readonly GroupTrend[]>> {
  readonly total: Omit<GroupTrend, 'key'>;
}

/**
 * The trends of some chains together, and of every chain, protocol and asset on them, the highest TVL first. Only
 * strategies that are known at both ends of the window count towards a change, so that one that was listed in between
 * does not look like an inflow.
 */
export function trendsOf(chains: readonly ChainSums[], groupings: TrendGroupings): Trends {
  const total = new Float64Array(FIGURES);
  for (const { together } of chains) addTo(total, 0, together, 0);
  return {
    total: trendOf(total, 0),
    chain: chains.map(({ chain, together }) => ({ key: chain, ...trendOf(together, 0) })).sort(byTvl),
    protocol: groupTrends(chains, 'protocol', groupings.protocol.keys),
    asset: groupTrends(chains, 'asset', groupings.asset.keys),
  };
}

function groupTrends(
  chains: readonly ChainSums[],
  group: 'protocol' | 'asset',
  keys: readonly string[],
): GroupTrend[] {
  const table = new Float64Array(FIGURES * keys.length);
  for (const { [group]: own } of chains) {
    const { places, sums } = own;
    for (let index = 0; index < places.length; index += 1)
      addTo(table, FIGURES * (places[index] ?? 0), sums, FIGURES * index);
  }
  return keys
    .flatMap((key, place) => (table[FIGURES * place] === 0 ? [] : { key, ...trendOf(table, place) }))
    .sort(byTvl);
}

/** Adds the figures of one group to those of another, each from where they begin. */
function addTo(sums: Float64Array, to: number, others: Float64Array, from: number): void {
  for (let figure = 0; figure < FIGURES; figure += 1)
    sums[to + figure] = (sums[to + figure] ?? 0) + (others[from + figure] ?? 0);
}

function byTvl(a: GroupTrend, b: GroupTrend): number {
  return b.tvl - a.tvl || (a.key < b.key ? -1 : 1);
}

function trendOf(sums: Float64Array, place: number): Omit<GroupTrend, 'key'> {
  const of = (figure: keyof typeof SUM) => sums[FIGURES * place + SUM[figure]] ?? Number.NaN;
  return {
    strategies: of('strategies'),
    tvl: of('tvl'),
    tvlChange: of('before') > 0 ? (of('now') / of('before') - 1) * 100 : Number.NaN,
    apy: of('paying') > 0 ? of('paid') / of('paying') : Number.NaN,
    apyChange: of('weight') > 0 ? of('changed') / of('weight') : Number.NaN,
  };
}
