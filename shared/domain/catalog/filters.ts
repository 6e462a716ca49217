import type { RiskLevel } from '../../contract/strategies.ts';
import { addBit, type Bitset, emptyBitset } from './bitset.ts';
import type { Catalog } from './catalog.ts';
import { Orders, type Sort } from './orders.ts';
import { assetPostings, columnPostings, type Postings } from './postings.ts';
import { countAtLeast, PrefixSets } from './ranges.ts';
import { Search } from './search.ts';

/** The list's filters; one that is undefined keeps everything. All that are given must hold. */
export interface CatalogFilters {
  /** Lower case. */
  readonly chain?: string | undefined;
  /** Upper case: the whole symbol or one of the underlying assets. */
  readonly asset?: string | undefined;
  /** Percent. */
  readonly min_apy?: number | undefined;
  readonly risk_level?: RiskLevel | undefined;
  readonly protocol?: string | undefined;
  readonly strategy_type?: string | undefined;
  /** USD. */
  readonly min_tvl?: number | undefined;
  readonly search?: string | undefined;
}

const EXACT = ['chain', 'asset', 'risk_level', 'protocol', 'strategy_type'] as const;
export type ExactFilter = (typeof EXACT)[number];

/** What one filter selects. */
export interface Selection {
  /** How many strategies it selects, or an upper bound where counting would cost as much as finding them. */
  readonly count: number;
  /** The ordinals, ascending. */
  readonly ordinals: () => Uint32Array;
  readonly has: (ordinal: number) => boolean;
  /** The positions that it selects in an order. */
  readonly positions: (sort: Sort) => Bitset;
}

/** Turns filters into what they select, with every structure made at its first use and kept with the catalog. */
export class Filters {
  readonly orders: Orders;
  readonly #catalog: Catalog;
  readonly #search: Search;
  readonly #postings = new Map<ExactFilter, Postings>();
  readonly #sets = new Map<string, Bitset>();
  readonly #prefixes = new Map<string, PrefixSets>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.orders = new Orders(catalog);
    this.#search = new Search(catalog, this.orders);
  }

  selections(filters: CatalogFilters): Selection[] {
    const selections: Selection[] = [];
    for (const filter of EXACT) {
      const value = filters[filter];
      if (value !== undefined) selections.push(this.#exact(filter, value));
    }
    if (filters.min_apy !== undefined) selections.push(this.#atLeast('current_apy', filters.min_apy));
    if (filters.min_tvl !== undefined) selections.push(this.#atLeast('tvl', filters.min_tvl));
    if (filters.search !== undefined) selections.push(this.#containing(filters.search));
    return selections;
  }

  /** The strategies by the value of a filter. */
  postings(filter: ExactFilter): Postings {
    const made = this.#postings.get(filter);
    if (made !== undefined) return made;
    const postings =
      filter === 'asset' ? assetPostings(this.#catalog) : columnPostings(this.#catalog, filter);
    this.#postings.set(filter, postings);
    return postings;
  }

  #exact(filter: ExactFilter, value: string): Selection {
    const list = this.postings(filter).get(value) ?? new Uint32Array();
    return {
      count: list.length,
      ordinals: () => list,
      has: (ordinal) => includes(list, ordinal),
      positions: (sort) => this.#setOf(`${sort}/${filter}/${value}`, list, sort),
    };
  }

  #atLeast(column: 'current_apy' | 'tvl', minimum: number): Selection {
    const values = this.#catalog.numbers(column);
    const order = this.orders.get(column);
    const count = countAtLeast(values, order, minimum);
    return {
      count,
      ordinals: () => order.ordinals.slice(0, count).sort(),
      has: (ordinal) => (values[ordinal] ?? Number.NaN) >= minimum,
      positions: (sort) => this.#prefixesOf(column, sort).first(count),
    };
  }

  #containing(text: string): Selection {
    return {
      count: Number.POSITIVE_INFINITY,
      ordinals: () => new Uint32Array(),
      has: (ordinal) => this.#search.has(ordinal, text),
      positions: (sort) => this.#search.matches(text, sort),
    };
  }

  #setOf(key: string, ordinals: Uint32Array, sort: Sort): Bitset {
    const made = this.#sets.get(key);
    if (made !== undefined) return made;
    const { positions } = this.orders.get(sort);
    const set = emptyBitset(this.#catalog.size);
    for (const ordinal of ordinals) addBit(set, positions[ordinal] ?? 0);
    this.#sets.set(key, set);
    return set;
  }

  #prefixesOf(column: 'current_apy' | 'tvl', sort: Sort): PrefixSets {
    const key = `${column}/${sort}`;
    const prefixes =
      this.#prefixes.get(key) ?? new PrefixSets(this.orders.get(column), this.orders.get(sort));
    this.#prefixes.set(key, prefixes);
    return prefixes;
  }
}

/** Whether an ascending list has the value, by halving. */
function includes(list: Uint32Array, value: number): boolean {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = list[middle] ?? 0;
    if (found === value) return true;
    if (found < value) low = middle + 1;
    else high = middle;
  }
  return false;
}
