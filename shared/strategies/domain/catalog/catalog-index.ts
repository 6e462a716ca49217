import type { Settlement } from '../../contract/strategy.ts';
import { type Bitset, countBits, intersectBitsets, listMembers } from './bitset.ts';
import { Catalog } from './catalog.ts';
import {
  type CatalogFilters,
  type FilterSelections,
  Filters,
  type OnlyKnownKeys,
  type Selection,
} from './filters/filters.ts';
import type { ExactFilter } from './filters/indexes-by-value.ts';
import type { Sort, StrategyOrder } from './orders.ts';

export interface CatalogView extends CatalogFilters {
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  /** Page number, from 1. */
  readonly page: number;
  readonly per_page: number;
}

/** The catalog indexes of the strategies on one page, in sort order, and the number of all matching strategies. */
export interface CatalogPage {
  readonly total: number;
  readonly strategyIndexes: Uint32Array;
}

/** Estimate: a test of one strategy takes as long as a bit set operation on this many strategies. */
const BITSET_SPEEDUP_FACTOR = 20;

/**
 * Finds strategies in the cached catalog without a scan of all strategies. It caches the results of exact filters, and
 * uses binary search for a lower bound such as `min_apy`.
 */
export class CatalogIndex {
  readonly catalog: Catalog;
  readonly #filters: Filters;

  /** @throws RangeError when the payload was not made by `encodeCatalog` */
  constructor(payload: Uint8Array, settlementWithoutVault?: Settlement) {
    this.catalog = new Catalog(payload, settlementWithoutVault);
    this.#filters = new Filters(this.catalog);
  }

  /** Returns all values of a filter that occur in the catalog, for example all chains. */
  values(filter: ExactFilter): string[] {
    return [...this.#filters.indexesByValue(filter).keys()];
  }

  has(filter: ExactFilter, value: string): boolean {
    return this.#filters.indexesByValue(filter).has(value);
  }

  order(sort: Sort): StrategyOrder {
    return this.#filters.sortOrders.get(sort);
  }

  /**
   * Returns one page of the matching strategies. Strategies with equal values are ordered by id. The order `desc` is
   * exactly the reverse of `asc`.
   */
  page<View extends CatalogView>(view: OnlyKnownKeys<CatalogView, View>): CatalogPage {
    const { strategyIndexes } = this.#filters.sortOrders.get(view.sort);
    const selections = this.#filters.selections(view);
    const { total, slice } =
      this.#findByBinarySearch(selections, view.sort) ?? this.#findAny(selections, view.sort);
    const start = (view.page - 1) * view.per_page;
    const count = Math.max(0, Math.min(view.per_page, total - start));
    if (count === 0) return { total, strategyIndexes: new Uint32Array() };
    const foundPositions =
      view.order === 'desc' ? slice(start, count) : slice(total - start - count, count).toReversed();
    return { total, strategyIndexes: foundPositions.map((position) => strategyIndexes[position] ?? 0) };
  }

  /** Returns the indexes in the catalog of all matching strategies, highest TVL first. */
  findMatching<Given extends CatalogFilters>(filters: OnlyKnownKeys<CatalogFilters, Given>): Uint32Array {
    const selections = this.#filters.selections(filters);
    const { total, slice } = this.#findByBinarySearch(selections, 'tvl') ?? this.#findAny(selections, 'tvl');
    return slice(0, total);
  }

  /**
   * Finds the matches of exact filters and at most one lower bound such as `min_apy`. Returns undefined if there is a
   * text search or a second lower bound.
   */
  #findByBinarySearch({ exact, ranges, search }: FilterSelections, sort: Sort): StrategyMatches | undefined {
    const [firstRange, secondRange] = ranges;
    if (search !== undefined || secondRange !== undefined) return undefined;
    const positionsInSortOrder = exact.positions(sort);
    if (firstRange === undefined) return { total: exact.count, slice: createSlicer(positionsInSortOrder) };
    const total = countBelow(exact.positions(firstRange.column), firstRange.count);
    if (sort === firstRange.column) return { total, slice: createSlicer(positionsInSortOrder) };
    const { strategyIndexes } = this.#filters.sortOrders.get(sort);
    const isInRange = (position: number) => firstRange.has(strategyIndexes[position] ?? 0);
    const slicePage = (skip: number, take: number) => {
      const expectedRangeCheckCount = ((skip + take) * exact.count) / total;
      return expectedRangeCheckCount * BITSET_SPEEDUP_FACTOR <= this.catalog.size
        ? filterPositions(positionsInSortOrder, isInRange, skip, take)
        : listMembers(this.#intersect([exact, firstRange], sort), skip, take);
    };
    return { total, slice: slicePage };
  }

  #findAny({ exact, ranges, search }: FilterSelections, sort: Sort): StrategyMatches {
    const rangeAndSearchSelections = search === undefined ? ranges : [...ranges, search];
    if (exact.count * BITSET_SPEEDUP_FACTOR <= this.catalog.size) {
      const { strategyIndexes } = this.#filters.sortOrders.get(sort);
      const matchesOtherFilters = (position: number) =>
        rangeAndSearchSelections.every(({ has }) => has(strategyIndexes[position] ?? 0));
      const foundPositions = filterPositions(exact.positions(sort), matchesOtherFilters, 0, exact.count);
      return { total: foundPositions.length, slice: createSlicer(foundPositions) };
    }
    const set = this.#intersect([exact, ...rangeAndSearchSelections], sort);
    return { total: countBits(set), slice: (skip, take) => listMembers(set, skip, take) };
  }

  /**
   * Returns the ranks of the strategies that are in all selections, as a bit set. Skips a selection of the whole
   * catalog, because it does not change the result.
   */
  #intersect([first, ...otherSelections]: readonly [Selection, ...Selection[]], sort: Sort): Bitset {
    const [firstSelection = first, ...restrictingSelections] = [first, ...otherSelections].filter(
      ({ count }) => count !== this.catalog.size,
    );
    return intersectBitsets(
      [firstSelection, ...restrictingSelections].map((selection) => selection.buildPositionSet(sort)),
    );
  }
}

/**
 * The strategies that match a filter, in a sort order. `slice` skips the first `skip` matches and returns the positions
 * of up to `take` further matches in the sort order.
 */
interface StrategyMatches {
  readonly total: number;
  readonly slice: (skip: number, take: number) => Uint32Array;
}

const createSlicer = (positions: Uint32Array) => (skip: number, take: number) =>
  positions.subarray(skip, skip + take);

/** Returns how many of the values are below the limit, by binary search. The values must be ascending. */
function countBelow(values: Uint32Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middleIndex = (low + high) >>> 1;
    if ((values[middleIndex] ?? 0) < limit) low = middleIndex + 1;
    else high = middleIndex;
  }
  return low;
}

/** Skips the first `skip` matching positions, and returns up to `take` of the following ones. */
function filterPositions(
  positions: Uint32Array,
  isMatch: (position: number) => boolean,
  skip: number,
  take: number,
): Uint32Array {
  const matchingPositions = new Uint32Array(take);
  let matchCount = 0;
  for (const position of positions) {
    if (matchCount === skip + take) break;
    if (!isMatch(position)) continue;
    if (matchCount >= skip) matchingPositions[matchCount - skip] = position;
    matchCount += 1;
  }
  return matchingPositions.subarray(0, Math.max(0, matchCount - skip));
}
