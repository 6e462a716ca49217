import type { LruCache } from '../../../../platform/domain/lru-cache.ts';
import { addBit, type Bitset, eachMember, emptyBitset, intersection } from '../bitset.ts';
import type { Catalog } from '../catalog.ts';
import { nameKey } from '../encoding/format.ts';
import type { Text } from '../encoding/text.ts';
import type { Orders, Sort } from '../orders.ts';
import { columnPostings } from './postings.ts';

/** Texts besides the name that a search looks into. */
const SEARCHED = ['asset', 'protocol', 'chain'] as const;
/**
 * Finds strategies by words, each somewhere in their name, asset, protocol or chain, in any order, with or without
 * accents and in any letter case.
 */
export class Search {
  readonly #catalog: Catalog;
  readonly #orders: Orders;
  readonly #names: Text;
  readonly #remembered: LruCache<Bitset>;
  /** The texts of the other columns, each once, as they are searched by, with the strategies that have them. */
  #texts: readonly (readonly [key: string, ordinals: Uint32Array])[] | undefined;

  /** `remembered` is where what was found is kept: a term that comes again, page after page, costs nothing. */
  constructor(catalog: Catalog, orders: Orders, remembered: LruCache<Bitset>) {
    this.#catalog = catalog;
    this.#orders = orders;
    this.#remembered = remembered;
    this.#names = catalog.text('names');
  }

  /** Whether one strategy contains every word. */
  has(ordinal: number, text: string): boolean {
    return wordsOf(text).every((word) => this.#hasWord(ordinal, word));
  }

  #hasWord(ordinal: number, word: string): boolean {
    if (this.#names.at(ordinal).includes(word)) return true;
    return SEARCHED.some((column) => {
      const { codes, texts } = this.#catalog.codes(column);
      return nameKey(texts[codes[ordinal] ?? 0] ?? '').includes(word);
    });
  }

  /** The positions, in an order, of the strategies that contain every word. A new word costs a run over all names. */
  matches(text: string, sort: Sort): Bitset {
    const words = wordsOf(text);
    return this.#remembered.get(`search\n${sort}\n${words.join(' ')}`, () =>
      sort === 'tvl' ? this.#findAll(words) : this.#move(text, sort),
    );
  }

  #findAll(words: readonly string[]): Bitset {
    const [first, ...others] = words.map((word) =>
      this.#remembered.get(`word\n${word}`, () => this.#find(word)),
    );
    return first === undefined ? emptyBitset(this.#catalog.size) : intersection([first, ...others]);
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
    this.#texts ??= SEARCHED.flatMap((column) => [...columnPostings(this.#catalog, column)]).map(
      ([text, ordinals]) => [nameKey(text), ordinals] as const,
    );
    for (const [key, ordinals] of this.#texts) {
      if (key.includes(term)) for (const ordinal of ordinals) addBit(found, ordinal);
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

/** The words of a text, as names are searched by. */
function wordsOf(text: string): string[] {
  return nameKey(text)
    .split(/\s+/)
    .filter((word) => word !== '');
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
