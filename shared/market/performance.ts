import { paginate } from '../platform/contract/envelope.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import { dayDate, dayOf } from '../platform/domain/days.ts';
import { roundOrNull } from '../platform/domain/numbers.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import { currentCatalog, requireSupportedChain } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import {
  type PERFORMANCE_SORTS,
  type performanceRoute,
  SERIES_STRATEGIES_MAX,
} from './contract/performance.ts';
import type { PerformanceRow } from './contract/strategy-responses.ts';
import { WINDOW_DAYS, type Window } from './contract/windows.ts';
import { fromFloat32 } from './domain/histories.ts';
import type { DailySeries } from './domain/history.ts';
import type { Performance, PerformanceIndex } from './domain/performance.ts';
import type { StrategyRow } from './domain/strategy-rows.ts';
import { currentPerformance, performanceRows, rowsAt } from './market-data.ts';
import type { ReadContext } from './prices-data.ts';
import { readHistory } from './store/history.ts';
import { summaryOf } from './summaries.ts';

type Query = RouteInput<typeof performanceRoute>['query'];
type Sort = (typeof PERFORMANCE_SORTS)[number];

/** The figure behind each sort that is not one of the strategy itself. */
const FIGURES = {
  mean_apy: 'meanApy',
  min_apy: 'minApy',
  max_apy: 'maxApy',
  volatility: 'volatility',
  compounded_return: 'compoundedReturn',
  apy_change: 'apyChange',
  tvl_change: 'tvlChange',
  tvl_max_drawdown: 'tvlDrawdown',
  benchmark_apy: 'benchmarkApy',
  excess_apy: 'excessApy',
  risk_adjusted_return: 'riskAdjustedReturn',
  coverage: 'coverage',
} as const satisfies Readonly<Record<Exclude<Sort, 'tvl' | 'current_apy'>, keyof Performance>>;

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
  meta: { as_of: string | null; not_listed?: string[] };
}> {
  const [{ value: index }, { value: performance, asOf }] = await Promise.all([
    currentCatalog(context),
    currentPerformance(context),
  ]);
  requireSupportedChain(index, query.chain);
  const { strategy_id: ids } = query;
  const rowOf = performanceRows(index, performance);
  const matching = sorted(matchingRows(index, query), query, figureOf(query, performance, rowOf));
  const from = (query.page - 1) * query.per_page;
  const page = matching.slice(from, from + query.per_page);
  const lastDay = dayOf(asOf === null ? context.now.getTime() : Date.parse(asOf));
  const series = ids === undefined ? [] : await historiesOf(page, lastDay, query.window);
  const data = page.map((row, at) => ({
    ...summaryOf(index.catalog.element(row.ordinal)),
    window: query.window,
    ...figuresOf(performance.performance(rowOf(row.ordinal), query.window)),
    ...(series[at] === undefined ? {} : { history: historyOf(series[at]) }),
  }));
  const notListed = ids?.filter((id) => index.catalog.ordinalOf(id) === undefined) ?? [];
  return {
    data,
    pagination: paginate(matching.length, query, data.length),
    meta: { as_of: asOf, ...(ids === undefined ? {} : { not_listed: notListed }) },
  };
}

function matchingRows(index: CatalogIndex, query: Query): StrategyRow[] {
  const matching = index.matching(query);
  if (query.strategy_id === undefined) return rowsAt(index, matching);
  const wanted = new Set(query.strategy_id.map((id) => index.catalog.ordinalOf(id)));
  return rowsAt(
    index,
    matching.filter((ordinal) => wanted.has(ordinal)),
  );
}

/** Reads the figure that the query sorts by. */
function figureOf(
  { sort, window }: Query,
  performance: PerformanceIndex,
  rowOf: (ordinal: number) => number | undefined,
): (row: StrategyRow) => number {
  if (sort === 'tvl' || sort === 'current_apy') return (row) => row[sort];
  const column = performance.columns(window)[FIGURES[sort]];
  return ({ ordinal }) => column[rowOf(ordinal) ?? -1] ?? Number.NaN;
}

/** Rows arrive by TVL; the sort is stable, so that equal figures stay in that order. Unknown figures come last. */
function sorted(
  rows: StrategyRow[],
  { sort, order }: Query,
  figure: (row: StrategyRow) => number,
): StrategyRow[] {
  if (sort === 'tvl') return order === 'desc' ? rows : rows.reverse();
  const sign = order === 'desc' ? -1 : 1;
  const keyed = rows.map((row) => ({ row, value: figure(row) }));
  const known = keyed.filter(({ value }) => !Number.isNaN(value)).sort((a, b) => sign * (a.value - b.value));
  const unknown = keyed.filter(({ value }) => Number.isNaN(value));
  return [...known, ...unknown].map(({ row }) => row);
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
