import { type Pagination, paginate } from '../contract/envelope.ts';
import type { RouteInput } from '../contract/route.ts';
import {
  type PERFORMANCE_SORTS,
  type PerformanceRow,
  SERIES_STRATEGIES_MAX,
  type strategiesInsight,
} from '../contract/strategies-insight.ts';
import { WINDOW_DAYS, type Window } from '../contract/windows.ts';
import type { CatalogIndex } from '../domain/catalog/catalog-index.ts';
import type { DailySeries } from '../domain/history.ts';
import { dayDate, dayOf } from '../domain/market/days.ts';
import { fromFloat32 } from '../domain/market/histories.ts';
import { roundOrNull } from '../domain/market/numbers.ts';
import type { StrategyRow } from '../domain/market/strategy-rows.ts';
import { unknownStatistics } from '../domain/market/window-statistics.ts';
import { type Performance, type PerformanceIndex, performanceOf } from '../domain/performance.ts';
import { defaultTable } from '../repositories/client.ts';
import { readHistory } from '../repositories/history.ts';
import { currentCatalog, requireSupportedChain } from './catalog.ts';
import { currentPerformance, type ReadContext, rowsAt } from './market-data.ts';
import { summaryOf } from './summaries.ts';

type Query = RouteInput<typeof strategiesInsight.performance>['query'];
type Sort = (typeof PERFORMANCE_SORTS)[number];

/** Where each sort finds its figure. */
const FIGURES: Readonly<Record<Sort, (row: StrategyRow, performance: Performance) => number>> = {
  tvl: (row) => row.tvl,
  current_apy: (row) => row.current_apy,
  mean_apy: (_, { meanApy }) => meanApy,
  min_apy: (_, { minApy }) => minApy,
  max_apy: (_, { maxApy }) => maxApy,
  volatility: (_, { volatility }) => volatility,
  compounded_return: (_, { compoundedReturn }) => compoundedReturn,
  apy_change: (_, { apyChange }) => apyChange,
  tvl_change: (_, { tvlChange }) => tvlChange,
  tvl_max_drawdown: (_, { tvlDrawdown }) => tvlDrawdown,
  benchmark_apy: (_, { benchmarkApy }) => benchmarkApy,
  excess_apy: (_, { excessApy }) => excessApy,
  risk_adjusted_return: (_, { riskAdjustedReturn }) => riskAdjustedReturn,
  coverage: (_, { coverage }) => coverage,
};

/**
 * A page of the listed strategies' figures over a window, from memory; with `strategy_id`, also their daily series,
 * one Query for each strategy on the page.
 *
 * @throws ApiError invalid_chain
 */
export async function strategyPerformance(
  query: Query,
  context: ReadContext,
): Promise<{
  data: PerformanceRow[];
  pagination: Pagination;
  meta: { as_of: string; not_listed?: string[] };
}> {
  const [{ value: index }, { value: performance, asOf }] = await Promise.all([
    currentCatalog(context),
    currentPerformance(context),
  ]);
  requireSupportedChain(index, query.chain);
  const { strategy_id: ids } = query;
  const matching = sorted(rowsAt(index, matchingOrdinals(index, query)), performance, query);
  const from = (query.page - 1) * query.per_page;
  const page = matching.slice(from, from + query.per_page);
  const series = ids === undefined ? [] : await historiesOf(page, dayOf(Date.parse(asOf)), query.window);
  const data = page.map((row, at) => ({
    ...summaryOf(index.catalog.element(row.ordinal)),
    window: query.window,
    ...figuresOf(performanceFor(performance, row, query.window)),
    ...(series[at] === undefined ? {} : { history: historyOf(series[at]) }),
  }));
  const notListed = ids?.filter((id) => index.catalog.ordinalOf(id) === undefined) ?? [];
  return {
    data,
    pagination: paginate(matching.length, query, data.length),
    meta: { as_of: asOf, ...(ids === undefined ? {} : { not_listed: notListed }) },
  };
}

function matchingOrdinals(index: CatalogIndex, query: Query): Iterable<number> {
  const matching = index.matching(query);
  if (query.strategy_id === undefined) return matching;
  const wanted = new Set(query.strategy_id.map((id) => index.catalog.ordinalOf(id)));
  return matching.filter((ordinal) => wanted.has(ordinal));
}

/** Rows arrive by TVL; the sort is stable, so that equal figures stay in that order. Unknown figures come last. */
function sorted(rows: StrategyRow[], index: PerformanceIndex, { sort, order, window }: Query): StrategyRow[] {
  if (sort === 'tvl') return order === 'desc' ? rows : rows.reverse();
  const figure = FIGURES[sort];
  const sign = order === 'desc' ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: figure(row, performanceFor(index, row, window)) }));
  const known = keyed.filter(({ value }) => !Number.isNaN(value)).sort((a, b) => sign * (a.value - b.value));
  const unknown = keyed.filter(({ value }) => Number.isNaN(value));
  return [...known, ...unknown].map(({ row }) => row);
}

function performanceFor(index: PerformanceIndex, row: StrategyRow, window: Window): Performance {
  // The two snapshots flip one after the other, so a strategy may be in one of them alone for a moment.
  const statistics = index.statistics(row.id, window) ?? unknownStatistics(0);
  return performanceOf(statistics, index.benchmark(row.asset, window), window);
}

function figuresOf(performance: Performance) {
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

function historiesOf(rows: readonly StrategyRow[], lastDay: number, window: Window): Promise<DailySeries[]> {
  const firstDay = lastDay - WINDOW_DAYS[window] + 1;
  const wanted = rows.slice(0, SERIES_STRATEGIES_MAX);
  return Promise.all(wanted.map((row) => readHistory(defaultTable(), row.id, firstDay, lastDay)));
}

/** The days of a series of which at least one figure is known. */
function historyOf({ firstDay, apy, tvl }: DailySeries) {
  const figure = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? null : fromFloat32(value);
  return Array.from(apy, (value, at) => ({
    date: dayDate(firstDay + at),
    apy: figure(value),
    tvl: figure(tvl[at]),
  })).filter(({ apy: dayApy, tvl: dayTvl }) => dayApy !== null || dayTvl !== null);
}
