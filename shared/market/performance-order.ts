import type { PageRequest } from '../platform/contract/query.ts';
import { cachePer } from '../platform/domain/lru-cache.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import { PERFORMANCE_SORTS } from './contract/strategies/performance.ts';
import { WINDOWS, type Window } from './contract/windows.ts';
import type { Performance, PerformanceIndex } from './domain/performance.ts';
import { performanceRows } from './market-data.ts';

type Sort = (typeof PERFORMANCE_SORTS)[number];

interface Ordered {
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  readonly window: Window;
}

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
 * The ordinals on the page that is asked for.
 *
 * @param matching ascending: by TVL, the highest first
 */
export function pageOf(
  matching: Uint32Array,
  index: CatalogIndex,
  performance: PerformanceIndex,
  query: Ordered & PageRequest,
): number[] {
  const { sort, order, page, per_page } = query;
  const from = (page - 1) * per_page;
  const end = Math.min(from + per_page, matching.length);
  if (from >= end) return [];
  if (sort !== 'tvl') return stretchOf(matching, orderBy(index, performance, query), from, end);
  if (order === 'desc') return [...matching.subarray(from, end)];
  return [...matching.subarray(matching.length - end, matching.length - from)].reverse();
}

/** The ones that match from one place up to another of an order of all. */
function stretchOf(matching: Uint32Array, order: Uint32Array, from: number, end: number): number[] {
  if (matching.length === order.length) return [...order.subarray(from, end)];
  const matches = new Uint8Array(order.length);
  for (const ordinal of matching) matches[ordinal] = 1;
  const found: number[] = [];
  let place = 0;
  for (const ordinal of order) {
    if (matches[ordinal] !== 1) continue;
    if (place >= from) found.push(ordinal);
    place += 1;
    if (place === end) break;
  }
  return found;
}

/** One for each sort of a window, in both directions. */
const ORDERS_KEPT = 2 * WINDOWS.length * PERFORMANCE_SORTS.length;
const orders = cachePer<PerformanceIndex, { readonly index: CatalogIndex; readonly order: Uint32Array }>(
  ORDERS_KEPT,
);

/**
 * All ordinals by the figure that the query sorts by, made once for a pair of snapshots. Equal figures stand by TVL,
 * the highest first; unknown ones come last.
 */
function orderBy(
  index: CatalogIndex,
  performance: PerformanceIndex,
  { sort, order, window }: Ordered,
): Uint32Array {
  const key = `${sort}/${order}/${window}`;
  const known = orders(performance).find(key);
  if (known?.index === index) return known.order;
  const figures = figuresBy(index, performance, sort, window);
  const sign = order === 'desc' ? -1 : 1;
  const all = Uint32Array.from(figures.keys());
  const at = (ordinal: number) => figures[ordinal] ?? Number.NaN;
  const sorted = all
    .filter((ordinal) => !Number.isNaN(at(ordinal)))
    .sort((a, b) => sign * (at(a) - at(b)) || a - b);
  const made = new Uint32Array(all.length);
  made.set(sorted);
  made.set(
    all.filter((ordinal) => Number.isNaN(at(ordinal))),
    sorted.length,
  );
  orders(performance).set(key, { index, order: made });
  return made;
}

/** The figure of every strategy that a sort goes by, by ordinal. */
function figuresBy(
  index: CatalogIndex,
  performance: PerformanceIndex,
  sort: Sort,
  window: Window,
): ArrayLike<number> & { keys(): Iterable<number> } {
  if (sort === 'tvl' || sort === 'current_apy') return index.catalog.numbers(sort);
  const rowOf = performanceRows(index, performance);
  const column = performance.columns(window)[FIGURES[sort]];
  return Float32Array.from(
    { length: index.catalog.size },
    (_, ordinal) => column[rowOf(ordinal) ?? -1] ?? Number.NaN,
  );
}
