import { firstBy } from '../../platform/domain/first-by.ts';
import type { Group } from '../contract/windows.ts';
import { type Grouped, groupKeys } from './group-keys.ts';

/** A strategy and what moved over a window. NaN stands for "not known". */
export interface TrendRow extends Grouped {
  readonly id: string;
  /** Percent. */
  readonly current_apy: number;
  /** USD. */
  readonly tvl: number;
  /** Percentage points. */
  readonly apyChange: number;
  /** Percent. */
  readonly tvlChange: number;
}

export interface Movers<R> {
  /** The greatest rises first. */
  readonly up: readonly R[];
  /** The greatest falls first. */
  readonly down: readonly R[];
}

/** The rows with the greatest rises and falls of a figure; rows without it, and those that stood still, are left out. */
export function movers<R extends TrendRow>(
  rows: readonly R[],
  figure: 'apyChange' | 'tvlChange',
  limit: number,
): Movers<R> {
  const byRise = (a: R, b: R) => b[figure] - a[figure] || byTvl(a, b);
  const byFall = (a: R, b: R) => a[figure] - b[figure] || byTvl(a, b);
  return {
    up: firstBy(
      rows.filter((row) => row[figure] > 0),
      limit,
      byRise,
    ),
    down: firstBy(
      rows.filter((row) => row[figure] < 0),
      limit,
      byFall,
    ),
  };
}

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

interface Sums {
  strategies: number;
  tvl: number;
  /** TVL now and at the window's start of the strategies that were there at both. */
  matchedNow: number;
  matchedThen: number;
  weightedApy: number;
  weightedChange: number;
  changeWeight: number;
}

/**
 * The trend of every chain, protocol or asset, the highest TVL first. Only strategies that are known at both ends of
 * the window count towards a change, so that one that was listed in between does not look like an inflow.
 */
export function groupTrends(rows: readonly TrendRow[], group: Group): GroupTrend[] {
  const groups = new Map<string, Sums>();
  for (const row of rows) {
    const keys = groupKeys(row, group);
    for (const key of keys) {
      const sums = groups.get(key) ?? noSums();
      groups.set(key, sums);
      addRow(sums, row, row.tvl / keys.length);
    }
  }
  return [...groups]
    .map(([key, sums]) => ({ key, ...trendOf(sums) }))
    .sort((a, b) => b.tvl - a.tvl || (a.key < b.key ? -1 : 1));
}

/** The trend of all rows together. */
export function totalTrend(rows: readonly TrendRow[]): Omit<GroupTrend, 'key'> {
  const sums = noSums();
  for (const row of rows) addRow(sums, row, row.tvl);
  return trendOf(sums);
}

function noSums(): Sums {
  return {
    strategies: 0,
    tvl: 0,
    matchedNow: 0,
    matchedThen: 0,
    weightedApy: 0,
    weightedChange: 0,
    changeWeight: 0,
  };
}

function addRow(sums: Sums, row: TrendRow, tvl: number): void {
  sums.strategies += 1;
  sums.tvl += tvl;
  sums.weightedApy += row.current_apy * tvl;
  const then = tvl / (1 + row.tvlChange / 100);
  if (Number.isFinite(then)) {
    sums.matchedNow += tvl;
    sums.matchedThen += then;
  }
  if (!Number.isNaN(row.apyChange)) {
    sums.weightedChange += row.apyChange * tvl;
    sums.changeWeight += tvl;
  }
}

function trendOf(sums: Sums): Omit<GroupTrend, 'key'> {
  return {
    strategies: sums.strategies,
    tvl: sums.tvl,
    tvlChange: sums.matchedThen > 0 ? (sums.matchedNow / sums.matchedThen - 1) * 100 : Number.NaN,
    apy: sums.tvl > 0 ? sums.weightedApy / sums.tvl : Number.NaN,
    apyChange: sums.changeWeight > 0 ? sums.weightedChange / sums.changeWeight : Number.NaN,
  };
}

/** The greater TVL first, then by id, so that the order never depends on the input's. */
function byTvl(a: TrendRow, b: TrendRow): number {
  return b.tvl - a.tvl || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
