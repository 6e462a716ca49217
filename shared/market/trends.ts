import type * as z from 'zod/mini';
import type { RouteInput } from '../platform/contract/route.ts';
import { createCachePerSnapshot } from '../platform/domain/lru-cache.ts';
import { round, roundOrNull } from '../platform/domain/numbers.ts';
import type { LoadedSnapshot } from '../platform/dynamodb/snapshots/snapshot-reader.ts';
import { getCurrentCatalog, requireSupportedChain } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import type { mover } from './contract/market-responses.ts';
import type { trendsRoute } from './contract/trends.ts';
import {
  GROUP_KINDS,
  type Group,
  TIME_WINDOWS,
  type TimeWindow,
  TREND_LIST_MAX,
} from './contract/windows.ts';
import { type ChainSums, computeSumsByChain, type TrendColumns } from './domain/chain-sums.ts';
import { findMovers } from './domain/movers.ts';
import type { PerformanceIndex } from './domain/performance.ts';
import { computeTrends, type GroupTrend } from './domain/trends.ts';
import {
  createPerformanceRowLookup,
  findNonOutlierIndexes,
  getCurrentPerformance,
  getGrouping,
} from './market-data.ts';
import type { ReadContext } from './prices/prices-data.ts';
import { strategySummaryOf } from './summaries.ts';

type Query = RouteInput<typeof trendsRoute>['query'];

/**
 * Returns the changes over a window: in total, by chain, protocol and asset, and the largest changes of strategies.
 * Means and changes do not include strategies that the source marks as outliers.
 * @throws ApiError invalid_chain
 */
export async function readMarketTrends(query: Query, context: ReadContext) {
  const [{ value: catalogIndex }, performanceSnapshot] = await Promise.all([
    getCurrentCatalog(context),
    getCurrentPerformance(context),
  ]);
  requireSupportedChain(catalogIndex, query.chain);
  const { min_tvl: minTvl, per_list: limit, ...queryWithoutLimits } = query;
  const { asOf, version } = performanceSnapshot;
  // The cache key includes the version of the performance snapshot, because this snapshot can change without the
  // catalog.
  const unlimitedTrends = unlimitedTrendsCacheOf(catalogIndex).get(
    JSON.stringify([version, queryWithoutLimits]),
    () => computeUnlimitedTrends(catalogIndex, performanceSnapshot, queryWithoutLimits),
  );
  const limitedTrends = trendsCacheOf(catalogIndex).get(JSON.stringify([version, query]), () => ({
    window: query.window,
    total: unlimitedTrends.total,
    movers: toMoverLists(catalogIndex, unlimitedTrends, minTvl, limit),
    chains: unlimitedTrends.chains.slice(0, limit),
    protocols: unlimitedTrends.protocols.slice(0, limit),
    assets: unlimitedTrends.assets.slice(0, limit),
  }));
  return { data: limitedTrends, meta: { as_of: asOf } };
}

/** This cache has only 8 entries, because each entry contains the indexes of all matching strategies. */
const unlimitedTrendsCacheOf = createCachePerSnapshot<
  CatalogIndex,
  ReturnType<typeof computeUnlimitedTrends>
>(8);
/** The cache has only 4 entries, because each entry can be as large as a list of all strategies. */
const chainSumsCacheOf = createCachePerSnapshot<CatalogIndex, readonly ChainSums[]>(4);
const trendsCacheOf = createCachePerSnapshot<CatalogIndex, TrendFigures>(64);

interface TrendFigures {
  readonly window: TimeWindow;
  readonly total: ReturnType<typeof toResponseTrend>;
  readonly movers: ReturnType<typeof toMoverLists>;
  readonly chains: readonly GroupTrendRow[];
  readonly protocols: readonly GroupTrendRow[];
  readonly assets: readonly GroupTrendRow[];
}
type GroupTrendRow = ReturnType<typeof toResponseTrend> & { readonly key: string };

function computeUnlimitedTrends(
  catalogIndex: CatalogIndex,
  { value: performanceIndex, version }: LoadedSnapshot<PerformanceIndex>,
  { window, chain, ...filters }: Omit<Query, 'min_tvl' | 'per_list'>,
) {
  const columns = readTrendColumns(catalogIndex, performanceIndex, window);
  const groupings = {
    protocol: getGrouping(catalogIndex, 'protocol'),
    asset: getGrouping(catalogIndex, 'asset'),
  };
  const sumsOfChains = chainSumsCacheOf(catalogIndex).get(JSON.stringify([version, window, filters]), () =>
    computeSumsByChain(
      columns,
      catalogIndex.findMatching(filters),
      getGrouping(catalogIndex, 'chain'),
      groupings,
    ),
  );
  const requestedChains = new Set(chain);
  const selectedChainSums =
    chain === undefined ? sumsOfChains : sumsOfChains.filter((each) => requestedChains.has(each.chain));
  const trends = computeTrends(selectedChainSums, groupings);
  const listTopGroups = (group: Group): GroupTrendRow[] =>
    trends[group].slice(0, TREND_LIST_MAX).map(({ key, ...trend }) => ({ key, ...toResponseTrend(trend) }));
  return {
    columns,
    strategyIndexes: findNonOutlierIndexes(catalogIndex, { ...filters, chain }),
    total: toResponseTrend(trends.total),
    chains: listTopGroups('chain'),
    protocols: listTopGroups('protocol'),
    assets: listTopGroups('asset'),
  };
}

/**
 * Returns the change of each group's TVL over a window, in percent; NaN if unknown. Strategies without a known TVL
 * change are left out, so that a newly listed strategy does not count as growth.
 */
export async function readTvlChanges(
  group: Group,
  window: TimeWindow,
  context: ReadContext,
): Promise<ReadonlyMap<string, number>> {
  const [{ value: catalogIndex }, performanceSnapshot] = await Promise.all([
    getCurrentCatalog(context),
    getCurrentPerformance(context),
  ]);
  return tvlChangesCacheOf(catalogIndex).get(
    JSON.stringify([performanceSnapshot.version, group, window]),
    () => {
      const columns = readTrendColumns(catalogIndex, performanceSnapshot.value, window);
      const groupings = {
        protocol: getGrouping(catalogIndex, 'protocol'),
        asset: getGrouping(catalogIndex, 'asset'),
      };
      const sums = computeSumsByChain(
        columns,
        catalogIndex.order('tvl').strategyIndexes,
        getGrouping(catalogIndex, 'chain'),
        groupings,
      );
      return new Map(computeTrends(sums, groupings)[group].map(({ key, tvlChange }) => [key, tvlChange]));
    },
  );
}

const tvlChangesCacheOf = createCachePerSnapshot<CatalogIndex, ReadonlyMap<string, number>>(
  GROUP_KINDS.length * TIME_WINDOWS.length,
);

function toMoverLists(
  catalogIndex: CatalogIndex,
  { columns, strategyIndexes }: ReturnType<typeof computeUnlimitedTrends>,
  minTvlUsd: number,
  limit: number,
) {
  const firstIndexBelowMinTvl = strategyIndexes.findIndex(
    (strategyIndex) => (columns.tvl[strategyIndex] ?? 0) < minTvlUsd,
  );
  const indexesWithMinTvl =
    firstIndexBelowMinTvl === -1 ? strategyIndexes : strategyIndexes.subarray(0, firstIndexBelowMinTvl);
  const findMoversBy = (columnName: 'apyChange' | 'tvlChange') => {
    const { up, down } = findMovers(columns, indexesWithMinTvl, columnName, limit);
    const toMover = (strategyIndex: number) => toResponseMover(catalogIndex, columns, strategyIndex);
    return { up: up.map(toMover), down: down.map(toMover) };
  };
  return { apy: findMoversBy('apyChange'), tvl: findMoversBy('tvlChange') };
}

const trendColumnsCacheOf = createCachePerSnapshot<
  CatalogIndex,
  { performanceIndex: PerformanceIndex; columns: TrendColumns }
>(TIME_WINDOWS.length);

/** Returns the current figures of every strategy and their changes over a window. */
function readTrendColumns(
  catalogIndex: CatalogIndex,
  performance: PerformanceIndex,
  window: TimeWindow,
): TrendColumns {
  const cachedColumns = trendColumnsCacheOf(catalogIndex).find(window);
  if (cachedColumns?.performanceIndex === performance) return cachedColumns.columns;
  const { apyChange, tvlChange } = performance.columns(window);
  const performanceRowOf = createPerformanceRowLookup(catalogIndex, performance);
  const toCatalogOrder = (column: Float32Array) =>
    Float32Array.from(
      { length: catalogIndex.catalog.size },
      (_, strategyIndex) => column[performanceRowOf(strategyIndex) ?? -1] ?? Number.NaN,
    );
  const columns = {
    apy: catalogIndex.catalog.numbers('current_apy'),
    tvl: catalogIndex.catalog.numbers('tvl'),
    apyChange: toCatalogOrder(apyChange),
    tvlChange: toCatalogOrder(tvlChange),
    outlier: catalogIndex.catalog.numbers('outlier'),
  };
  trendColumnsCacheOf(catalogIndex).set(window, { performanceIndex: performance, columns });
  return columns;
}

function toResponseTrend(trend: Omit<GroupTrend, 'key'>) {
  return {
    strategies: trend.strategies,
    tvl: round(trend.tvl, 2),
    tvl_change: roundOrNull(trend.tvlChange, 4),
    apy: roundOrNull(trend.apy, 4),
    apy_change: roundOrNull(trend.apyChange, 4),
  };
}

function toResponseMover(
  catalogIndex: CatalogIndex,
  { apyChange, tvlChange }: TrendColumns,
  strategyIndex: number,
): z.infer<typeof mover> {
  return {
    ...strategySummaryOf(catalogIndex.catalog.listElementAt(strategyIndex)),
    apy_change: roundOrNull(apyChange[strategyIndex] ?? Number.NaN, 4),
    tvl_change: roundOrNull(tvlChange[strategyIndex] ?? Number.NaN, 4),
  };
}
