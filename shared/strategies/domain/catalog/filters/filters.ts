import type * as z from 'zod/mini';
import { LruCache } from '../../../../platform/domain/lru-cache.ts';
import type { strategyFilters } from '../../../contract/filters.ts';
import { addBit, type Bitset, emptyBitset, members } from '../bitset.ts';
import type { Catalog } from '../catalog.ts';
import type { NumberColumn } from '../encoding/format.ts';
import { type OrderKey, SortOrders } from '../orders.ts';
import { includesSorted, intersectOrdinals, unionOrdinals } from '../sorted-lists.ts';
import { EXACT_FILTERS, type ExactFilter, type Postings, postingsOf } from './postings.ts';
import { countAtLeast, PrefixSets } from './ranges.ts';
import { Search } from './search.ts';

/** The filters that the contract declares, with the types of their parsed values. */
type Declared = z.output<z.ZodMiniObject<typeof strategyFilters>> & { search?: string | undefined };

/** The type of a filter's value: one value, or a list of values of which a strategy must have at least one. */
type OneOrSeveral<Value> = Value extends readonly (infer Item)[] ? Item | readonly Item[] : Value;

/**
 * All filters of the catalog. A strategy must match every given filter. A filter that is undefined matches all
 * strategies.
 */
export type CatalogFilters = {
  readonly [Filter in keyof Declared]?: OneOrSeveral<Declared[Filter]>;
};

/**
 * The column that each lower-bound filter compares. Every filter that the contract declares must be here or in
 * `EXACT_FILTERS`. Otherwise, the code does not compile.
 */
const BOUND_COLUMNS = {
  min_apy: 'current_apy',
  min_tvl: 'tvl',
} as const satisfies Record<Exclude<keyof Declared, ExactFilter | 'search'>, NumberColumn>;
/** The cast keeps the literal names, because Object.keys returns strings. */
const BOUNDS = Object.keys(BOUND_COLUMNS) as (keyof typeof BOUND_COLUMNS)[];

/** Allows only keys of `Known`. Other keys do not compile, so that no filter of the contract is ignored. */
export type OnlyKnownKeys<Known, Given extends Known> = Given & {
  readonly [Key in Exclude<keyof Given, keyof Known>]: never;
};

/** The strategies that one or more filters select. */
export interface Selection {
  /**
   * Number of selected strategies. If counting them would cost as much as finding them, it is only an upper bound.
   */
  readonly count: number;
  readonly has: (ordinal: number) => boolean;
  /** Returns a bit set of the positions that the selected strategies have in a sort order. */
  readonly set: (sort: OrderKey) => Bitset;
}

/** The strategies that match all exact filters. Without exact filters, these are all strategies. */
export interface ExactSelection extends Selection {
  /** The selected strategies as ordinals (indexes in the catalog), ascending. */
  readonly ordinals: Uint32Array;
  /** Returns the positions that the selected strategies have in a sort order, ascending. */
  readonly positions: (sort: OrderKey) => Uint32Array;
}

/**
 * The strategies at or above a lower bound. These are the first `count` strategies in the order of the bound's column.
 */
export interface RangeSelection extends Selection {
  readonly column: NumberColumn;
}

export interface Selections {
  readonly exact: ExactSelection;
  readonly ranges: readonly RangeSelection[];
  readonly search: Selection | undefined;
}

/** Size limit of the cached lists and sets, in bytes per strategy. This is enough for tens of filters. */
const CACHE_BYTES_PER_STRATEGY = 128;

/** Converts filters to selections. Each structure is built at its first use and cached as long as the catalog. */
export class Filters {
  readonly orders: SortOrders;
  readonly #catalog: Catalog;
  readonly #search: Search;
  readonly #postings = new Map<ExactFilter, Postings>();
  readonly #prefixes = new Map<string, PrefixSets>();
  readonly #cache: LruCache<Uint32Array>;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.orders = new SortOrders(catalog);
    this.#cache = new LruCache(catalog.size * CACHE_BYTES_PER_STRATEGY, ({ byteLength }) => byteLength);
    this.#search = new Search(catalog, this.orders, this.#cache);
  }

  /**
   * Returns the selections of the given filters. All exact filters are combined into one selection, because clients
   * repeat the same combinations.
   */
  selections(filters: CatalogFilters): Selections {
    const ranges = BOUNDS.flatMap((bound) => {
      const minimum = filters[bound];
      return minimum === undefined ? [] : [this.#boundSelection(BOUND_COLUMNS[bound], minimum)];
    });
    const search = filters.search === undefined ? undefined : this.#searchSelection(filters.search);
    return { exact: this.#exactSelection(filters), ranges, search };
  }

  /** Returns the strategies for each value of a filter, as ordinals (indexes in the catalog). */
  postings(filter: ExactFilter): Postings {
    const knownPostings = this.#postings.get(filter);
    if (knownPostings !== undefined) return knownPostings;
    const postings = postingsOf(this.#catalog, filter);
    this.#postings.set(filter, postings);
    return postings;
  }

  #exactSelection(filters: CatalogFilters): ExactSelection {
    const appliedFilters = EXACT_FILTERS.filter((filter) => filters[filter] !== undefined);
    const lists = appliedFilters.map((filter) => this.#ordinalsWith(filter, valuesOf(filters[filter])));
    const key = appliedFilters.map((filter) => `${filter}=${filters[filter]}`).join('\n');
    const allOrdinals = this.orders.get('tvl').ordinals;
    const ordinals =
      lists.length < 2
        ? (lists[0] ?? allOrdinals)
        : this.#cache.get(key, () => intersectOrdinals(lists, this.#catalog.size));
    const set = (sort: OrderKey) =>
      this.#cache.get(`${sort}\n${key}`, () => this.#toPositionSet(ordinals, sort));
    return {
      count: ordinals.length,
      ordinals,
      has: (ordinal) => includesSorted(ordinals, ordinal),
      set,
      // The members of a bit set come in ascending order. This avoids a sort.
      positions: (sort) =>
        sort === 'tvl' || ordinals === allOrdinals
          ? ordinals
          : this.#cache.get(`order\n${sort}\n${key}`, () => members(set(sort), 0, ordinals.length)),
    };
  }

  /** Returns the strategies that have at least one of the values, as ordinals (indexes in the catalog), ascending. */
  #ordinalsWith(filter: ExactFilter, values: readonly string[]): Uint32Array {
    const postings = this.postings(filter);
    const lists = values.map((value) => postings.get(value) ?? NO_ORDINALS);
    if (lists.length < 2) return lists[0] ?? NO_ORDINALS;
    return this.#cache.get(`any\n${filter}=${values}`, () => unionOrdinals(lists, this.#catalog.size));
  }

  #boundSelection(column: NumberColumn, minimum: number): RangeSelection {
    const values = this.#catalog.numbers(column);
    const count = countAtLeast(values, this.orders.get(column), minimum);
    return {
      column,
      count,
      has: (ordinal) => (values[ordinal] ?? Number.NaN) >= minimum,
      set: (sort) => this.#prefixesOf(column, sort).first(count),
    };
  }

  #searchSelection(text: string): Selection {
    return {
      count: Number.POSITIVE_INFINITY,
      has: (ordinal) => this.#search.has(ordinal, text),
      set: (sort) => this.#search.matches(text, sort),
    };
  }

  #toPositionSet(ordinals: Uint32Array, sort: OrderKey): Bitset {
    const { positions } = this.orders.get(sort);
    const set = emptyBitset(this.#catalog.size);
    for (const ordinal of ordinals) addBit(set, positions[ordinal] ?? 0);
    return set;
  }

  #prefixesOf(column: NumberColumn, sort: OrderKey): PrefixSets {
    const key = `${column}/${sort}`;
    const prefixes =
      this.#prefixes.get(key) ?? new PrefixSets(this.orders.get(column), this.orders.get(sort));
    this.#prefixes.set(key, prefixes);
    return prefixes;
  }
}

const NO_ORDINALS: Uint32Array = new Uint32Array();

function valuesOf(filterValue: string | readonly string[] | boolean | undefined): readonly string[] {
  if (filterValue === undefined) return [];
  return typeof filterValue === 'object' ? filterValue : [String(filterValue)];
}
