import type { LruCache } from '../../../../platform/domain/lru-cache.ts';
import { addBit, type Bitset, eachMember, emptyBitset, intersection } from '../bitset.ts';
import type { Catalog } from '../catalog.ts';
import { nameKey } from '../encoding/format.ts';
import type { Text } from '../encoding/text.ts';
import type { OrderKey, SortOrders } from '../orders.ts';
import { columnPostings } from './postings.ts';

/** Text columns that the search reads in addition to the name. */
const SEARCHED_COLUMNS = ['asset', 'protocol', 'chain'] as const;
/**
 * Finds strategies by words. Each word must occur in the name, asset, protocol or chain. The order of the words,
 * accents and letter case do not matter.
 */
export class Search {
  readonly #catalog: Catalog;
  readonly #orders: SortOrders;
  readonly #names: Text;
  readonly #cache: LruCache<Bitset>;
  /**
   * The distinct texts of the searched columns, in the form that the search compares, each with the ordinals of its
   * strategies.
   */
  #texts: readonly (readonly [key: string, ordinals: Uint32Array])[] | undefined;

  /** `cache` stores earlier results, so that the next page of the same search needs no new search. */
  constructor(catalog: Catalog, orders: SortOrders, cache: LruCache<Bitset>) {
    this.#catalog = catalog;
    this.#orders = orders;
    this.#cache = cache;
    this.#names = catalog.text('names');
  }

  /** Returns whether a strategy contains every word of the search text. */
  has(ordinal: number, text: string): boolean {
    return wordsOf(text).every((word) => this.#hasWord(ordinal, word));
  }

  #hasWord(ordinal: number, word: string): boolean {
    if (this.#names.at(ordinal).includes(word)) return true;
    return SEARCHED_COLUMNS.some((column) => {
      const { codes, texts } = this.#catalog.codes(column);
      return nameKey(texts[codes[ordinal] ?? 0] ?? '').includes(word);
    });
  }

  /**
   * Returns the positions, in a sort order, of the strategies that contain every word. The names of all strategies
   * are scanned only for a word that was not searched before.
   */
  matches(text: string, sort: OrderKey): Bitset {
    const words = wordsOf(text);
    return this.#cache.get(`search\n${sort}\n${words.join(' ')}`, () =>
      sort === 'tvl' ? this.#findAll(words) : this.#positionsOf(text, sort),
    );
  }

  #findAll(words: readonly string[]): Bitset {
    const [first, ...otherMatches] = words.map((word) =>
      this.#cache.get(`word\n${word}`, () => this.#findWord(word)),
    );
    return first === undefined ? emptyBitset(this.#catalog.size) : intersection([first, ...otherMatches]);
  }

  /** Converts the ordinals (indexes in the catalog) that a search found to positions in a sort order. */
  #positionsOf(term: string, sort: OrderKey): Bitset {
    const { positions } = this.#orders.get(sort);
    const positionSet = emptyBitset(this.#catalog.size);
    eachMember(this.matches(term, 'tvl'), (ordinal) => addBit(positionSet, positions[ordinal] ?? 0));
    return positionSet;
  }

  #findWord(term: string): Bitset {
    const matches = emptyBitset(this.#catalog.size);
    this.#texts ??= SEARCHED_COLUMNS.flatMap((column) => [...columnPostings(this.#catalog, column)]).map(
      ([text, ordinals]) => [nameKey(text), ordinals] as const,
    );
    for (const [key, ordinals] of this.#texts) {
      if (key.includes(term)) for (const ordinal of ordinals) addBit(matches, ordinal);
    }
    this.#findInNames(Buffer.from(term), matches);
    return matches;
  }

  /** Searches all names as one buffer. Because a word contains no line feed, a match cannot span two names. */
  #findInNames(term: Buffer, matches: Bitset): void {
    const { bytes, starts } = this.#names;
    let ordinal = 0;
    for (let at = bytes.indexOf(term); at !== -1; at = bytes.indexOf(term, starts[ordinal])) {
      ordinal = ordinalAt(starts, ordinal, at);
      addBit(matches, ordinal);
      ordinal += 1;
    }
  }
}

/** Splits a search text into words. The words are normalized like the stored names. */
function wordsOf(text: string): string[] {
  return nameKey(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns the index of the text to which a byte of the buffer belongs. The binary search starts at index `low`. */
function ordinalAt(textStarts: Uint32Array, low: number, byte: number): number {
  let [from, to] = [low, textStarts.length - 1];
  while (to - from > 1) {
    const middle = (from + to) >>> 1;
    if ((textStarts[middle] ?? 0) <= byte) from = middle;
    else to = middle;
  }
  return from;
}
