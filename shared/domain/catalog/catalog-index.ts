import { countBits, intersection, members } from './bitset.ts';
import { Catalog } from './catalog.ts';
import { type CatalogFilters, type ExactFilter, Filters, type Selection } from './filters.ts';
import type { Sort } from './orders.ts';

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

/** Up to this many candidates are tested one by one; more are intersected as sets, 32 strategies at a time. */
const FEW = 512;

/**
 * Answers the list from memory. Each filter is a list of ordinals or the front of an order. The smallest decides:
 * when it leaves few candidates they are tested one by one, otherwise all filters are intersected as bit sets, over
 * positions in the order asked for, and the page is found by counting bits. So no filter walks through the catalog
 * (but a search for a new term, which reads the names), and a deep page costs what the first does.
 */
export class CatalogIndex {
  readonly catalog: Catalog;
  readonly #filters: Filters;

  /** @throws when the payload is not one that `encodeCatalog` made */
  constructor(payload: Uint8Array) {
    this.catalog = new Catalog(payload);
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

  /** A page of what matches. Equal values are ordered by id; `desc` is the exact reverse of `asc`. */
  page(view: CatalogView): CatalogPage {
    const { ordinals, positions } = this.#filters.orders.get(view.sort);
    const selections = this.#filters.selections(view);
    if (selections.length === 0) {
      return pageOf(view, ordinals.length, (skip, take) => ordinals.slice(skip, skip + take));
    }
    const few = fewMatches(selections);
    if (few !== undefined) {
      // In the order of the ordinals, which is that of the TVL, they stand already.
      const found = few.map((ordinal) => positions[ordinal] ?? 0);
      if (view.sort !== 'tvl') found.sort();
      return pageOf(view, found.length, (skip, take) => at(ordinals, found.subarray(skip, skip + take)));
    }
    const set = intersection(selections.map((selection) => selection.positions(view.sort)));
    return pageOf(view, countBits(set), (skip, take) => at(ordinals, members(set, skip, take)));
  }

  /** The ordinals of everything that matches, by TVL, highest first. */
  matching(filters: CatalogFilters): Uint32Array {
    const selections = this.#filters.selections(filters);
    if (selections.length === 0) return this.#filters.orders.get('tvl').ordinals;
    const few = fewMatches(selections);
    if (few !== undefined) return few;
    const set = intersection(selections.map((selection) => selection.positions('tvl')));
    return members(set, 0, countBits(set));
  }
}

/** The matching ordinals, ascending, when one filter alone leaves only few; undefined otherwise. */
function fewMatches(selections: readonly Selection[]): Uint32Array | undefined {
  const smallest = selections.reduce((a, b) => (b.count < a.count ? b : a));
  if (smallest.count > FEW) return undefined;
  const others = selections.filter((selection) => selection !== smallest);
  return smallest.ordinals().filter((ordinal) => others.every((other) => other.has(ordinal)));
}

/** Cuts a page out of `total` matches that `take` gives from the highest value down. */
function pageOf(
  { page, per_page: perPage, order }: CatalogView,
  total: number,
  slice: (skip: number, take: number) => Uint32Array,
): CatalogPage {
  const from = (page - 1) * perPage;
  const count = Math.max(0, Math.min(perPage, total - from));
  if (count === 0) return { total, ordinals: new Uint32Array() };
  if (order === 'desc') return { total, ordinals: slice(from, count) };
  return { total, ordinals: slice(total - from - count, count).toReversed() };
}

function at(ordinals: Uint32Array, positions: Uint32Array): Uint32Array {
  return positions.map((position) => ordinals[position] ?? 0);
}
