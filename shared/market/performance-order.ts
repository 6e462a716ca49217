import type { PageRequest } from '../platform/contract/query.ts';
import { createCachePerSnapshot } from '../platform/domain/lru-cache.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import { PERFORMANCE_SORTS } from './contract/strategies/performance.ts';
import { TIME_WINDOWS, type TimeWindow } from './contract/windows.ts';
import type { Performance, PerformanceIndex } from './domain/performance.ts';
import { createPerformanceRowLookup } from './market-data.ts';

type Sort = (typeof PERFORMANCE_SORTS)[number];

interface SortRequest {
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  readonly window: TimeWindow;
}

const FIGURE_BY_SORT = {
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

/** @param matchingIndexes indexes of the matching strategies, highest TVL first */
export function performancePageOf(
  matchingIndexes: Uint32Array,
  catalogIndex: CatalogIndex,
  performanceIndex: PerformanceIndex,
  query: SortRequest & PageRequest,
): number[] {
  const { sort, order, page, per_page } = query;
  const start = (page - 1) * per_page;
  const end = Math.min(start + per_page, matchingIndexes.length);
  if (start >= end) return [];
  if (sort !== 'tvl')
    return sliceMatchingIndexes(
      matchingIndexes,
      sortStrategyIndexes(catalogIndex, performanceIndex, query),
      start,
      end,
    );
  if (order === 'desc') return [...matchingIndexes.subarray(start, end)];
  return [
    ...matchingIndexes.subarray(matchingIndexes.length - end, matchingIndexes.length - start),
  ].reverse();
}

/**
 * Sorts the matching strategies by the given order, and returns those from position `start` (included) to `end`
 * (excluded).
 */
function sliceMatchingIndexes(
  matchingIndexes: Uint32Array,
  indexesInOrder: Uint32Array,
  start: number,
  end: number,
): number[] {
  if (matchingIndexes.length === indexesInOrder.length) return [...indexesInOrder.subarray(start, end)];
  const matchFlags = new Uint8Array(indexesInOrder.length);
  for (const strategyIndex of matchingIndexes) matchFlags[strategyIndex] = 1;
  const pageIndexes: number[] = [];
  let position = 0;
  for (const strategyIndex of indexesInOrder) {
    if (matchFlags[strategyIndex] !== 1) continue;
    if (position >= start) pageIndexes.push(strategyIndex);
    position += 1;
    if (position === end) break;
  }
  return pageIndexes;
}

/** Maximum number of cached orders: one for each sort field, window and direction. */
const CACHED_ORDERS_MAX = 2 * TIME_WINDOWS.length * PERFORMANCE_SORTS.length;
const sortOrderCacheOf = createCachePerSnapshot<
  PerformanceIndex,
  { readonly index: CatalogIndex; readonly order: Uint32Array }
>(CACHED_ORDERS_MAX);

/**
 * Returns the indexes of all strategies, sorted by a figure. Equal figures are ordered by TVL, highest first. Unknown
 * figures come last.
 */
function sortStrategyIndexes(
  catalogIndex: CatalogIndex,
  performanceIndex: PerformanceIndex,
  { sort, order, window }: SortRequest,
): Uint32Array {
  const key = `${sort}/${order}/${window}`;
  const cachedOrder = sortOrderCacheOf(performanceIndex).find(key);
  if (cachedOrder?.index === catalogIndex) return cachedOrder.order;
  const figures = readFigures(catalogIndex, performanceIndex, sort, window);
  const sign = order === 'desc' ? -1 : 1;
  const allStrategyIndexes = Uint32Array.from(figures.keys());
  const figureOf = (strategyIndex: number) => figures[strategyIndex] ?? Number.NaN;
  const sortedIndexes = allStrategyIndexes
    .filter((strategyIndex) => !Number.isNaN(figureOf(strategyIndex)))
    .sort((a, b) => sign * (figureOf(a) - figureOf(b)) || a - b);
  const orderedIndexes = new Uint32Array(allStrategyIndexes.length);
  orderedIndexes.set(sortedIndexes);
  orderedIndexes.set(
    allStrategyIndexes.filter((strategyIndex) => Number.isNaN(figureOf(strategyIndex))),
    sortedIndexes.length,
  );
  sortOrderCacheOf(performanceIndex).set(key, { index: catalogIndex, order: orderedIndexes });
  return orderedIndexes;
}

/** Returns the values of a sort field, by the strategy's index in the catalog. */
function readFigures(
  catalogIndex: CatalogIndex,
  performanceIndex: PerformanceIndex,
  sort: Sort,
  window: TimeWindow,
): ArrayLike<number> & { keys(): Iterable<number> } {
  if (sort === 'tvl' || sort === 'current_apy') return catalogIndex.catalog.numbers(sort);
  const performanceRowOf = createPerformanceRowLookup(catalogIndex, performanceIndex);
  const column = performanceIndex.columns(window)[FIGURE_BY_SORT[sort]];
  return Float32Array.from(
    { length: catalogIndex.catalog.size },
    (_, strategyIndex) => column[performanceRowOf(strategyIndex) ?? -1] ?? Number.NaN,
  );
}
