import type { Settlement } from '../../contract/strategy.ts';
import { type Bitset, countBits, intersection, members } from './bitset.ts';
import { Catalog } from './catalog.ts';
import {
  type CatalogFilters,
  type Exactly,
  Filters,
  type Selection,
  type Selections,
} from './filters/filters.ts';
import type { ExactFilter } from './filters/postings.ts';
import type { Sort, SortedOrder } from './orders.ts';

/** What a page is asked for: filters, order and place. */
export interface CatalogView extends CatalogFilters {
  readonly sort: Sort;
  readonly order: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
  readonly per_page: number;
}

/** One page: the ordinals in order, and how many strategies match in all. */
export interface CatalogPage {
  readonly total: number;
  readonly ordinals: Uint32Array;
}

/** One by one, a strategy costs about as much to test as this many do in sets, where 32 go into a word. */
const SET_GAIN = 20;

/**
 * Answers the list from memory. Exact filters are lists of ordinals, remembered for every combination asked for, also
 * in the orders asked for; a lower bound is the front of an order, found by halving. What those two cannot answer is
 * answered by testing candidates one by one where they are few, and by intersecting bit sets where they are many. So
 * no filter walks through the catalog (but a search for a new term, which reads the names), and a deep page costs
 * little more than the first.
 */
export class CatalogIndex {
  readonly catalog: Catalog;
  readonly #filters: Filters;

  /** @throws when the payload is not one that `encodeCatalog` made */
  constructor(payload: Uint8Array, withoutVault?: Settlement) {
    this.catalog = new Catalog(payload, withoutVault);
    this.#filters = new Filters(this.catalog);
  }

  /** Every value that a filter can meet, such as the chains that have a strategy. */
  values(filter: ExactFilter): string[] {
    return [...this.#filters.postings(filter).keys()];
  }

  /** Whether any strategy has the value. */
  has(filter: ExactFilter, value: string): boolean {
    return this.#filters.postings(filter).has(value);
  }

  /** The order of all strategies by a column, and the place of each in it. */
  order(sort: Sort): SortedOrder {
    return this.#filters.orders.get(sort);
  }

  /** A page of what matches. Equal values are ordered by id; `desc` is the exact reverse of `asc`. */
  page<View extends CatalogView>(view: Exactly<CatalogView, View>): CatalogPage {
    const { ordinals } = this.#filters.orders.get(view.sort);
    const selections = this.#filters.selections(view);
    const { total, slice } = this.#ranked(selections, view.sort) ?? this.#common(selections, view.sort);
    const from = (view.page - 1) * view.per_page;
    const count = Math.max(0, Math.min(view.per_page, total - from));
    if (count === 0) return { total, ordinals: new Uint32Array() };
    const found =
      view.order === 'desc' ? slice(from, count) : slice(total - from - count, count).toReversed();
    return { total, ordinals: found.map((position) => ordinals[position] ?? 0) };
  }

  /** The ordinals of everything that matches, by TVL, highest first. */
  matching<Given extends CatalogFilters>(filters: Exactly<CatalogFilters, Given>): Uint32Array {
    const selections = this.#filters.selections(filters);
    const { total, slice } = this.#ranked(selections, 'tvl') ?? this.#common(selections, 'tvl');
    return slice(0, total);
  }

  /** Matches of exact filters and at most one lower bound: counted by halving, and cut out of an order. */
  #ranked({ exact, ranges, search }: Selections, sort: Sort): Matches | undefined {
    const [range, another] = ranges;
    if (search !== undefined || another !== undefined) return undefined;
    const inOrder = exact.positions(sort);
    if (range === undefined) return { total: exact.count, slice: sliceOf(inOrder) };
    const total = countBelow(exact.positions(range.column), range.count);
    if (sort === range.column) return { total, slice: sliceOf(inOrder) };
    const { ordinals } = this.#filters.orders.get(sort);
    const passes = (position: number) => range.has(ordinals[position] ?? 0);
    const slice = (skip: number, take: number) => {
      const tests = ((skip + take) * exact.count) / total;
      return tests * SET_GAIN <= this.catalog.size
        ? keep(inOrder, passes, skip, take)
        : members(this.#intersected([exact, range], sort), skip, take);
    };
    return { total, slice };
  }

  /** Matches of any filters. */
  #common({ exact, ranges, search }: Selections, sort: Sort): Matches {
    const others = search === undefined ? ranges : [...ranges, search];
    if (exact.count * SET_GAIN <= this.catalog.size) {
      const { ordinals } = this.#filters.orders.get(sort);
      const passes = (position: number) => others.every(({ has }) => has(ordinals[position] ?? 0));
      const found = keep(exact.positions(sort), passes, 0, exact.count);
      return { total: found.length, slice: sliceOf(found) };
    }
    const set = this.#intersected([exact, ...others], sort);
    return { total: countBits(set), slice: (skip, take) => members(set, skip, take) };
  }

  /** The positions that all selections have in common. One that selects everything changes nothing. */
  #intersected([first, ...others]: readonly [Selection, ...Selection[]], sort: Sort): Bitset {
    const [one = first, ...more] = [first, ...others].filter(({ count }) => count !== this.catalog.size);
    return intersection([one, ...more].map((selection) => selection.set(sort)));
  }
}

/** What matches, in an order: how many, and the positions of any stretch of them, ascending. */
interface Matches {
  readonly total: number;
  readonly slice: (skip: number, take: number) => Uint32Array;
}

const sliceOf = (positions: Uint32Array) => (skip: number, take: number) =>
  positions.subarray(skip, skip + take);

/** How many of the ascending values are below the limit, by halving. */
function countBelow(values: Uint32Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The positions that pass, but the first `skip` of them and those after `take` more: the rest is not looked at. */
function keep(
  positions: Uint32Array,
  passes: (position: number) => boolean,
  skip: number,
  take: number,
): Uint32Array {
  const kept = new Uint32Array(take);
  let passed = 0;
  for (const position of positions) {
    if (passed === skip + take) break;
    if (!passes(position)) continue;
    if (passed >= skip) kept[passed - skip] = position;
    passed += 1;
  }
  return kept.subarray(0, Math.max(0, passed - skip));
}
