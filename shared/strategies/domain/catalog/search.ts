import type { LruCache } from '../../../platform/domain/lru-cache.ts';
import { addBit, type Bitset, eachMember, emptyBitset } from './bitset.ts';
import type { Catalog, Text } from './catalog.ts';
import type { Orders, Sort } from './orders.ts';
import { columnPostings, type Postings } from './postings.ts';

/** Texts besides the name that a search looks into. */
const SEARCHED = ['asset', 'protocol', 'chain'] as const;
/** Finds strategies by a text within their name, asset, protocol or chain, in any letter case. */
export class Search {
  readonly #catalog: Catalog;
  readonly #orders: Orders;
  readonly #names: Text;
  readonly #remembered: LruCache<Bitset>;
  #columns: readonly Postings[] | undefined;

  /** `remembered` is where what was found is kept: a term that comes again, page after page, costs nothing. */
  constructor(catalog: Catalog, orders: Orders, remembered: LruCache<Bitset>) {
    this.#catalog = catalog;
    this.#orders = orders;
    this.#remembered = remembered;
    this.#names = catalog.text('names');
  }

  /** Whether one strategy contains the term. */
  has(ordinal: number, text: string): boolean {
    const term = text.toLowerCase();
    if (this.#names.at(ordinal).includes(term)) return true;
    return SEARCHED.some((column) => {
      const { codes, texts } = this.#catalog.codes(column);
      return texts[codes[ordinal] ?? 0]?.toLowerCase().includes(term) === true;
    });
  }

  /** The positions, in an order, of the strategies that contain the term. A new term costs a run over all names. */
  matches(text: string, sort: Sort): Bitset {
    const term = text.toLowerCase();
    return this.#remembered.get(`search\n${sort}\n${term}`, () =>
      sort === 'tvl' ? this.#find(term) : this.#move(term, sort),
    );
  }

  /** What the term finds by ordinal, as positions in another order. */
  #move(term: string, sort: Sort): Bitset {
    const { positions } = this.#orders.get(sort);
    const moved = emptyBitset(this.#catalog.size);
    eachMember(this.matches(term, 'tvl'), (ordinal) => addBit(moved, positions[ordinal] ?? 0));
    return moved;
  }

  #find(term: string): Bitset {
    const found = emptyBitset(this.#catalog.size);
    this.#columns ??= SEARCHED.map((column) => columnPostings(this.#catalog, column));
    for (const postings of this.#columns) {
      for (const [text, ordinals] of postings) {
        if (text.toLowerCase().includes(term)) for (const ordinal of ordinals) addBit(found, ordinal);
      }
    }
    this.#findInNames(Buffer.from(term), found);
    return found;
  }

  /** Runs through the names as one text; a term holds no line feed, so no match crosses from a name to the next. */
  #findInNames(term: Buffer, found: Bitset): void {
    const { bytes, starts } = this.#names;
    let ordinal = 0;
    for (let at = bytes.indexOf(term); at !== -1; at = bytes.indexOf(term, starts[ordinal])) {
      ordinal = ordinalAt(starts, ordinal, at);
      addBit(found, ordinal);
      ordinal += 1;
    }
  }
}

/** Which text a byte falls into: the last one, from `low` on, that starts at or before it. */
function ordinalAt(starts: Uint32Array, low: number, byte: number): number {
  let [from, to] = [low, starts.length - 1];
  while (to - from > 1) {
    const middle = (from + to) >>> 1;
    if ((starts[middle] ?? 0) <= byte) from = middle;
    else to = middle;
  }
  return from;
}
