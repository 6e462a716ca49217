import { LruCache } from '../../../../platform/domain/lru-cache.ts';
import type { RiskLevel, Settlement } from '../../../contract/strategy.ts';
import type { AssetFamily } from '../../families.ts';
import { addBit, type Bitset, emptyBitset, members } from '../bitset.ts';
import type { Catalog } from '../catalog.ts';
import { Orders, type Sort } from '../orders.ts';
import { commonTo, includes, unionOf } from '../sorted-lists.ts';
import { EXACT, type ExactFilter, type Postings, postingsOf } from './postings.ts';
import { countAtLeast, PrefixSets } from './ranges.ts';
import { Search } from './search.ts';

/** Of several values, one that matches will do. */
type OneOrSeveral = string | readonly string[];

/** The column whose lower bound a filter is. */
const BOUNDS = { min_apy: 'current_apy', min_tvl: 'tvl' } as const;
type Bound = keyof typeof BOUNDS;

interface FilterValues {
  /** Lower case. */
  readonly chain: OneOrSeveral;
  /** Upper case: the whole symbol. */
  readonly asset: OneOrSeveral;
  /** Upper case: the whole symbol or one of the underlying assets. */
  readonly underlying: OneOrSeveral;
  readonly family: AssetFamily;
  readonly exposure: 'single' | 'multi';
  /** What the source does not say of a strategy is neither. */
  readonly stablecoin: boolean;
  readonly il_risk: boolean;
  /** Percent. */
  readonly min_apy: number;
  readonly risk_level: RiskLevel | readonly RiskLevel[];
  readonly protocol: OneOrSeveral;
  readonly strategy_type: OneOrSeveral;
  /** USD. */
  readonly min_tvl: number;
  readonly settlement: Settlement;
  readonly search: string;
}

/** The filters that are applied here. One that is undefined keeps everything. All that are given must hold. */
export type CatalogFilters = {
  readonly [Filter in ExactFilter | Bound | 'search']?: FilterValues[Filter] | undefined;
};

/** What is known and nothing else: a filter that is declared and applied nowhere does not compile as an argument. */
export type Exactly<Known, Given extends Known> = Given & {
  readonly [Key in Exclude<keyof Given, keyof Known>]: never;
};

/** What a filter selects. */
export interface Selection {
  /** How many strategies it selects, or an upper bound where counting would cost as much as finding them. */
  readonly count: number;
  readonly has: (ordinal: number) => boolean;
  /** The positions that it selects in an order, as a set. */
  readonly set: (sort: Sort) => Bitset;
}

/** What all exact filters together select: everything when there are none. */
export interface ExactSelection extends Selection {
  /** The ordinals, ascending. */
  readonly ordinals: Uint32Array;
  /** The positions in an order, ascending. */
  readonly positions: (sort: Sort) => Uint32Array;
}

/** What a lower bound selects: the first `count` of the order by its column. */
export interface RangeSelection extends Selection {
  readonly column: (typeof BOUNDS)[Bound];
}

export interface Selections {
  readonly exact: ExactSelection;
  readonly ranges: readonly RangeSelection[];
  readonly search: Selection | undefined;
}

/** Bytes of remembered lists and sets for each strategy of the catalog: tens of filters' worth. */
const REMEMBERED_BYTES_EACH = 128;

/** Turns filters into what they select, with every structure made at its first use and kept with the catalog. */
export class Filters {
  readonly orders: Orders;
  readonly #catalog: Catalog;
  readonly #search: Search;
  readonly #postings = new Map<ExactFilter, Postings>();
  readonly #prefixes = new Map<string, PrefixSets>();
  readonly #remembered: LruCache<Uint32Array>;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.orders = new Orders(catalog);
    this.#remembered = new LruCache(catalog.size * REMEMBERED_BYTES_EACH, ({ byteLength }) => byteLength);
    this.#search = new Search(catalog, this.orders, this.#remembered);
  }

  /** What the filters select: one selection for all exact ones, as clients ask for the same ones again and again. */
  selections(filters: CatalogFilters): Selections {
    const ranges = [this.#bound('min_apy', filters), this.#bound('min_tvl', filters)].filter(
      (range) => range !== undefined,
    );
    const search = filters.search === undefined ? undefined : this.#containing(filters.search);
    return { exact: this.#exact(filters), ranges, search };
  }

  /** The strategies by the value of a filter. */
  postings(filter: ExactFilter): Postings {
    const made = this.#postings.get(filter);
    if (made !== undefined) return made;
    const postings = postingsOf(this.#catalog, filter);
    this.#postings.set(filter, postings);
    return postings;
  }

  #exact(filters: CatalogFilters): ExactSelection {
    const given = EXACT.filter((filter) => filters[filter] !== undefined);
    const lists = given.map((filter) => this.#having(filter, valuesOf(filters[filter])));
    const key = given.map((filter) => `${filter}=${filters[filter]}`).join('\n');
    const everything = this.orders.get('tvl').ordinals;
    const ordinals =
      lists.length < 2
        ? (lists[0] ?? everything)
        : this.#remembered.get(key, () => commonTo(lists, this.#catalog.size));
    const set = (sort: Sort) => this.#remembered.get(`${sort}\n${key}`, () => this.#setOf(ordinals, sort));
    return {
      count: ordinals.length,
      ordinals,
      has: (ordinal) => includes(ordinals, ordinal),
      set,
      // Taken from a set, positions come out in order without being sorted.
      positions: (sort) =>
        sort === 'tvl' || ordinals === everything
          ? ordinals
          : this.#remembered.get(`order\n${sort}\n${key}`, () => members(set(sort), 0, ordinals.length)),
    };
  }

  /** The ordinals of the strategies that have one of the values, ascending. */
  #having(filter: ExactFilter, values: readonly string[]): Uint32Array {
    const postings = this.postings(filter);
    const lists = values.map((value) => postings.get(value) ?? NONE);
    if (lists.length < 2) return lists[0] ?? NONE;
    return this.#remembered.get(`any\n${filter}=${values}`, () => unionOf(lists, this.#catalog.size));
  }

  #bound(filter: Bound, { [filter]: minimum }: CatalogFilters): RangeSelection | undefined {
    if (minimum === undefined) return undefined;
    const column = BOUNDS[filter];
    const values = this.#catalog.numbers(column);
    const count = countAtLeast(values, this.orders.get(column), minimum);
    return {
      column,
      count,
      has: (ordinal) => (values[ordinal] ?? Number.NaN) >= minimum,
      set: (sort) => this.#prefixesOf(column, sort).first(count),
    };
  }

  #containing(text: string): Selection {
    return {
      count: Number.POSITIVE_INFINITY,
      has: (ordinal) => this.#search.has(ordinal, text),
      set: (sort) => this.#search.matches(text, sort),
    };
  }

  #setOf(ordinals: Uint32Array, sort: Sort): Bitset {
    const { positions } = this.orders.get(sort);
    const set = emptyBitset(this.#catalog.size);
    for (const ordinal of ordinals) addBit(set, positions[ordinal] ?? 0);
    return set;
  }

  #prefixesOf(column: RangeSelection['column'], sort: Sort): PrefixSets {
    const key = `${column}/${sort}`;
    const prefixes =
      this.#prefixes.get(key) ?? new PrefixSets(this.orders.get(column), this.orders.get(sort));
    this.#prefixes.set(key, prefixes);
    return prefixes;
  }
}

const NONE: Uint32Array = new Uint32Array();

function valuesOf(given: OneOrSeveral | boolean | undefined): readonly string[] {
  if (given === undefined) return [];
  return typeof given === 'object' ? given : [String(given)];
}
