import type * as z from 'zod/mini';
import { LruCache } from '../../../../platform/domain/lru-cache.ts';
import type { strategyFilters } from '../../../contract/filters.ts';
import { addBit, type Bitset, createEmptyBitset, listMembers } from '../bitset.ts';
import type { Catalog } from '../catalog.ts';
import type { NumberColumn } from '../encoding/format.ts';
import { type SortColumn, SortOrders } from '../orders.ts';
import { intersectSortedLists, mergeSortedLists, sortedListIncludes } from '../sorted-lists.ts';
import {
  EXACT_FILTERS,
  type ExactFilter,
  indexesByFilterValue,
  type StrategyIndexesByValue,
} from './indexes-by-value.ts';
import { countValuesAtLeast, PrefixSets } from './ranges.ts';
import { Search } from './search.ts';

/** The filters that the API contract declares, with the types of their parsed values. */
type DeclaredFilters = z.output<z.ZodMiniObject<typeof strategyFilters>> & { search?: string | undefined };

/**
 * The type of a filter's value. If a filter accepts a list, it also accepts a single value. A strategy matches if it
 * has at least one value of the list.
 */
type OneOrSeveral<Value> = Value extends readonly (infer Item)[] ? Item | readonly Item[] : Value;

/** A strategy must match every given filter. */
export type CatalogFilters = {
  readonly [Filter in keyof DeclaredFilters]?: OneOrSeveral<DeclaredFilters[Filter]>;
};

type MinimumFilter = Extract<keyof DeclaredFilters, `min_${string}`>;
/** Declared filters that no code applies. */
type UnappliedFilter = Exclude<keyof DeclaredFilters, ExactFilter | 'search' | MinimumFilter>;

/**
 * The catalog column that each minimum filter compares. Does not compile if a declared filter is applied nowhere. A
 * filter that is neither exact nor a minimum needs its own code, as `search` has, and an exception in
 * `UnappliedFilter`.
 */
const COLUMN_BY_MINIMUM_FILTER = {
  min_apy: 'current_apy',
  min_tvl: 'tvl',
} as const satisfies Record<MinimumFilter, NumberColumn> & Record<UnappliedFilter, never>;
/** The cast keeps the literal names, because Object.keys returns strings. */
const MINIMUM_FILTERS = Object.keys(COLUMN_BY_MINIMUM_FILTER) as (keyof typeof COLUMN_BY_MINIMUM_FILTER)[];

/** Does not compile if `Given` has keys that are not in `Known`, so that no declared filter is ignored by mistake. */
export type OnlyKnownKeys<Known, Given extends Known> = Given & {
  readonly [Key in Exclude<keyof Given, keyof Known>]: never;
};

export interface Selection {
  /** Number of selected strategies, or an upper bound if counting them would be too expensive. */
  readonly count: number;
  readonly has: (strategyIndex: number) => boolean;
  /** Returns the ranks (from 0) of the selected strategies in a sort order, as a bit set. */
  readonly buildPositionSet: (sort: SortColumn) => Bitset;
}

/** The strategies that match all exact filters. Without exact filters, these are all strategies. */
export interface ExactSelection extends Selection {
  /** Indexes of the selected strategies in the catalog, ascending. */
  readonly strategyIndexes: Uint32Array;
  /** Returns the ranks (from 0) of the selected strategies in a sort order, ascending. */
  readonly positions: (sort: SortColumn) => Uint32Array;
}

/**
 * The strategies with at least a minimum value in `column`, such as the TVL. They are the first `count` strategies in
 * the sort order of `column`, highest value first.
 */
export interface RangeSelection extends Selection {
  readonly column: NumberColumn;
}

export interface FilterSelections {
  readonly exact: ExactSelection;
  readonly ranges: readonly RangeSelection[];
  readonly search: Selection | undefined;
}

/** Size limit of the cached lists and sets, in bytes per strategy. It is enough for the results of tens of filters. */
const CACHE_BYTES_PER_STRATEGY = 128;

/**
 * Returns the strategies that match filters. Sort orders, index lists and bit sets are built at their first use and
 * then cached.
 */
export class Filters {
  readonly sortOrders: SortOrders;
  readonly #catalog: Catalog;
  readonly #search: Search;
  readonly #indexesByValue = new Map<ExactFilter, StrategyIndexesByValue>();
  readonly #prefixes = new Map<string, PrefixSets>();
  readonly #cache: LruCache<Uint32Array>;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.sortOrders = new SortOrders(catalog);
    this.#cache = new LruCache(catalog.size * CACHE_BYTES_PER_STRATEGY, ({ byteLength }) => byteLength);
    this.#search = new Search(catalog, this.sortOrders, this.#cache);
  }

  /** Combines all exact filters into one cached selection, because clients often repeat the same combination. */
  selections(filters: CatalogFilters): FilterSelections {
    const rangeSelections = MINIMUM_FILTERS.flatMap((minimumFilter) => {
      const minimum = filters[minimumFilter];
      return minimum === undefined
        ? []
        : [this.#boundSelection(COLUMN_BY_MINIMUM_FILTER[minimumFilter], minimum)];
    });
    const textSelection = filters.search === undefined ? undefined : this.#searchSelection(filters.search);
    return { exact: this.#exactSelection(filters), ranges: rangeSelections, search: textSelection };
  }

  indexesByValue(filter: ExactFilter): StrategyIndexesByValue {
    const cachedIndexesByValue = this.#indexesByValue.get(filter);
    if (cachedIndexesByValue !== undefined) return cachedIndexesByValue;
    const indexesByValue = indexesByFilterValue(this.#catalog, filter);
    this.#indexesByValue.set(filter, indexesByValue);
    return indexesByValue;
  }

  #exactSelection(filters: CatalogFilters): ExactSelection {
    const appliedFilters = EXACT_FILTERS.filter((filter) => filters[filter] !== undefined);
    const strategyIndexLists = appliedFilters.map((filter) =>
      this.#strategyIndexesWith(filter, valuesOf(filters[filter])),
    );
    const key = appliedFilters.map((filter) => `${filter}=${filters[filter]}`).join('\n');
    const allStrategyIndexes = this.sortOrders.get('tvl').strategyIndexes;
    const strategyIndexes =
      strategyIndexLists.length < 2
        ? (strategyIndexLists[0] ?? allStrategyIndexes)
        : this.#cache.get(key, () => intersectSortedLists(strategyIndexLists, this.#catalog.size));
    const set = (sort: SortColumn) =>
      this.#cache.get(`${sort}\n${key}`, () => this.#toPositionSet(strategyIndexes, sort));
    return {
      count: strategyIndexes.length,
      strategyIndexes,
      has: (strategyIndex) => sortedListIncludes(strategyIndexes, strategyIndex),
      buildPositionSet: set,
      // `listMembers` returns the positions in ascending order, so no sort is needed.
      positions: (sort) =>
        sort === 'tvl' || strategyIndexes === allStrategyIndexes
          ? strategyIndexes
          : this.#cache.get(`order\n${sort}\n${key}`, () =>
              listMembers(set(sort), 0, strategyIndexes.length),
            ),
    };
  }

  /** Returns the strategies that have at least one of the values, as ascending indexes in the catalog. */
  #strategyIndexesWith(filter: ExactFilter, values: readonly string[]): Uint32Array {
    const indexesByValue = this.indexesByValue(filter);
    const indexLists = values.map((value) => indexesByValue.get(value) ?? NO_STRATEGY_INDEXES);
    if (indexLists.length < 2) return indexLists[0] ?? NO_STRATEGY_INDEXES;
    return this.#cache.get(`any\n${filter}=${values}`, () =>
      mergeSortedLists(indexLists, this.#catalog.size),
    );
  }

  #boundSelection(column: NumberColumn, minimum: number): RangeSelection {
    const values = this.#catalog.numbers(column);
    const count = countValuesAtLeast(values, this.sortOrders.get(column), minimum);
    return {
      column,
      count,
      has: (strategyIndex) => (values[strategyIndex] ?? Number.NaN) >= minimum,
      buildPositionSet: (sort) => this.#prefixesOf(column, sort).first(count),
    };
  }

  #searchSelection(text: string): Selection {
    return {
      count: Number.POSITIVE_INFINITY,
      has: (strategyIndex) => this.#search.has(strategyIndex, text),
      buildPositionSet: (sort) => this.#search.findMatches(text, sort),
    };
  }

  #toPositionSet(strategyIndexes: Uint32Array, sort: SortColumn): Bitset {
    const { positions } = this.sortOrders.get(sort);
    const set = createEmptyBitset(this.#catalog.size);
    for (const strategyIndex of strategyIndexes) addBit(set, positions[strategyIndex] ?? 0);
    return set;
  }

  #prefixesOf(column: NumberColumn, sort: SortColumn): PrefixSets {
    const key = `${column}/${sort}`;
    const prefixSets =
      this.#prefixes.get(key) ?? new PrefixSets(this.sortOrders.get(column), this.sortOrders.get(sort));
    this.#prefixes.set(key, prefixSets);
    return prefixSets;
  }
}

const NO_STRATEGY_INDEXES: Uint32Array = new Uint32Array();

function valuesOf(filterValue: string | readonly string[] | boolean | undefined): readonly string[] {
  if (filterValue === undefined) return [];
  return typeof filterValue === 'object' ? filterValue : [String(filterValue)];
}
