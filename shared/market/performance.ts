import { buildPagination } from '../platform/contract/envelope.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import { dateOfDay, dayOf } from '../platform/domain/days.ts';
import { roundOrNull } from '../platform/domain/numbers.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import { getCurrentCatalog, requireSupportedChain } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import { type performanceRoute, SERIES_STRATEGIES_MAX } from './contract/strategies/performance.ts';
import type { PerformanceRow } from './contract/strategies/performance-responses.ts';
import { type TimeWindow, WINDOW_DAYS } from './contract/windows.ts';
import { roundFloat32 } from './domain/history/histories.ts';
import type { DailySeries } from './domain/history/history.ts';
import type { Performance } from './domain/performance.ts';
import { createPerformanceRowLookup, getCurrentPerformance } from './market-data.ts';
import { performancePageOf } from './performance-order.ts';
import type { ReadContext } from './prices/prices-data.ts';
import { readHistory } from './store/history.ts';
import { strategySummaryOf } from './summaries.ts';

type Query = RouteInput<typeof performanceRoute>['query'];

/**
 * Returns a page of the listed strategies' figures over a window. With `strategy_id`, each strategy on the page also
 * has its daily series, which costs one query per strategy.
 * @throws ApiError invalid_chain
 */
export async function listStrategyPerformance(
  query: Query,
  context: ReadContext,
): Promise<{
  data: PerformanceRow[];
  pagination: Pagination;
  meta: { as_of: string | null; not_found?: string[] };
}> {
  const [{ value: catalogIndex }, { value: performanceIndex, asOf }] = await Promise.all([
    getCurrentCatalog(context),
    getCurrentPerformance(context),
  ]);
  requireSupportedChain(catalogIndex, query.chain);
  const { strategy_id: ids } = query;
  const performanceRowOf = createPerformanceRowLookup(catalogIndex, performanceIndex);
  const matchingStrategyIndexes = findMatchingIndexes(catalogIndex, query);
  const strategyIndexesOnPage = performancePageOf(
    matchingStrategyIndexes,
    catalogIndex,
    performanceIndex,
    query,
  );
  const strategiesOnPage = strategyIndexesOnPage.map((strategyIndex) =>
    catalogIndex.catalog.listElementAt(strategyIndex),
  );
  const lastDay = dayOf(asOf === null ? context.now.getTime() : Date.parse(asOf));
  const historiesOnPage =
    ids === undefined ? [] : await readHistories(strategiesOnPage, lastDay, query.window);
  const data = strategiesOnPage.map((strategy, position) => ({
    ...strategySummaryOf(strategy),
    window: query.window,
    ...performanceFiguresOf(
      performanceIndex.performance(performanceRowOf(strategyIndexesOnPage[position] ?? -1), query.window),
    ),
    ...(historiesOnPage[position] === undefined ? {} : { history: toHistoryRows(historiesOnPage[position]) }),
  }));
  const notFoundIds = ids?.filter((id) => catalogIndex.catalog.strategyIndexOf(id) === undefined) ?? [];
  return {
    data,
    pagination: buildPagination(matchingStrategyIndexes.length, query, data.length),
    meta: { as_of: asOf, ...(ids === undefined ? {} : { not_found: notFoundIds }) },
  };
}

/** Returns the catalog indexes of the strategies that match the query, highest TVL first. */
function findMatchingIndexes(catalogIndex: CatalogIndex, query: Query): Uint32Array {
  const {
    strategy_id,
    window: _window,
    sort: _sort,
    order: _order,
    page: _page,
    per_page: _size,
    ...filters
  } = query;
  const matchingIndexes = catalogIndex.findMatching(filters);
  if (strategy_id === undefined) return matchingIndexes;
  const requestedIndexes = new Set(strategy_id.map((id) => catalogIndex.catalog.strategyIndexOf(id)));
  return matchingIndexes.filter((strategyIndex) => requestedIndexes.has(strategyIndex));
}

function performanceFiguresOf(performance: Performance) {
  return {
    mean_apy: roundOrNull(performance.meanApy, 4),
    min_apy: roundOrNull(performance.minApy, 4),
    max_apy: roundOrNull(performance.maxApy, 4),
    volatility: roundOrNull(performance.volatility, 4),
    compounded_return: roundOrNull(performance.compoundedReturn, 4),
    apy_change: roundOrNull(performance.apyChange, 4),
    tvl_change: roundOrNull(performance.tvlChange, 4),
    tvl_max_drawdown: roundOrNull(performance.tvlDrawdown, 4),
    benchmark_apy: roundOrNull(performance.benchmarkApy, 4),
    excess_apy: roundOrNull(performance.excessApy, 4),
    risk_adjusted_return: roundOrNull(performance.riskAdjustedReturn, 4),
    samples: performance.samples,
    coverage: roundOrNull(performance.coverage, 4) ?? 0,
  };
}

function readHistories(
  rows: readonly { readonly id: string }[],
  lastDay: number,
  window: TimeWindow,
): Promise<DailySeries[]> {
  const firstDay = lastDay - WINDOW_DAYS[window] + 1;
  const seriesRows = rows.slice(0, SERIES_STRATEGIES_MAX);
  return Promise.all(seriesRows.map((row) => readHistory(defaultTable(), row.id, firstDay, lastDay)));
}

/** Returns one row per day. Days on which neither the APY nor the TVL is known are left out. */
function toHistoryRows({ firstDay, apy, tvl }: DailySeries) {
  const roundKnownOrNull = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? null : roundFloat32(value);
  return Array.from(apy, (value, dayIndex) => ({
    date: dateOfDay(firstDay + dayIndex),
    apy: roundKnownOrNull(value),
    tvl: roundKnownOrNull(tvl[dayIndex]),
  })).filter(({ apy: dayApy, tvl: dayTvl }) => dayApy !== null || dayTvl !== null);
}
