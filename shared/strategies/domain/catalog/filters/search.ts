import type { LruCache } from '../../../../platform/domain/lru-cache.ts';
import { addBit, type Bitset, eachMember, emptyBitset, intersection } from '../bitset.ts';
import type { Catalog } from '../catalog.ts';
import { normalizeName } from '../encoding/format.ts';
import type { StoredTexts } from '../encoding/text.ts';
import type { OrderKey, SortOrders } from '../orders.ts';
import { columnPostings } from './postings.ts';

/** Text columns that the search reads in addition to the name. */
const SEARCHED_COLUMNS = ['asset', 'protocol', 'chain'] as const;
/** Each word must occur in the name, asset, protocol or chain. Accents and letter case do not matter. */
export class Search {
  readonly #catalog: Catalog;
  readonly #orders: SortOrders;
  readonly #names: StoredTexts;
  readonly #cache: LruCache<Bitset>;
  /** The distinct texts of the searched columns, normalized for the search, with the strategies of each text. */
  #texts: readonly (readonly [key: string, strategyIndexes: Uint32Array])[] | undefined;

  /** @param cache stores results, so that the next page of a search needs no new search */
  constructor(catalog: Catalog, orders: SortOrders, cache: LruCache<Bitset>) {
    this.#catalog = catalog;
    this.#orders = orders;
    this.#cache = cache;
    this.#names = catalog.storedTexts('names');
  }

  has(strategyIndex: number, text: string): boolean {
    return wordsOf(text).every((word) => this.#hasWord(strategyIndex, word));
  }

  #hasWord(strategyIndex: number, word: string): boolean {
    if (this.#names.at(strategyIndex).includes(word)) return true;
    return SEARCHED_COLUMNS.some((column) => {
      const { codes, texts } = this.#catalog.codes(column);
      return normalizeName(texts[codes[strategyIndex] ?? 0] ?? '').includes(word);
    });
  }

  /** Returns the positions, in a sort order, of the strategies that contain every word. */
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

  #positionsOf(term: string, sort: OrderKey): Bitset {
    const { positions } = this.#orders.get(sort);
    const positionSet = emptyBitset(this.#catalog.size);
    eachMember(this.matches(term, 'tvl'), (strategyIndex) =>
      addBit(positionSet, positions[strategyIndex] ?? 0),
    );
    return positionSet;
  }

  #findWord(term: string): Bitset {
    const matches = emptyBitset(this.#catalog.size);
    this.#texts ??= SEARCHED_COLUMNS.flatMap((column) => [...columnPostings(this.#catalog, column)]).map(
      ([text, strategyIndexes]) => [normalizeName(text), strategyIndexes] as const,
    );
    for (const [key, strategyIndexes] of this.#texts) {
      if (key.includes(term)) for (const strategyIndex of strategyIndexes) addBit(matches, strategyIndex);
    }
    this.#findInNames(Buffer.from(term), matches);
    return matches;
  }

  /** Searches all names as one buffer. A word contains no line feed, so a match cannot span two names. */
  #findInNames(term: Buffer, matches: Bitset): void {
    const { bytes, textStarts } = this.#names;
    let strategyIndex = 0;
    for (
      let matchOffset = bytes.indexOf(term);
      matchOffset !== -1;
      matchOffset = bytes.indexOf(term, textStarts[strategyIndex])
    ) {
      strategyIndex = textIndexAt(textStarts, strategyIndex, matchOffset);
      addBit(matches, strategyIndex);
      strategyIndex += 1;
    }
  }
}

/** The words are normalized like the stored names. */
function wordsOf(text: string): string[] {
  return normalizeName(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns the index of the text that contains the byte at the offset `byte`. The index is at least `low`. */
function textIndexAt(textStarts: Uint32Array, low: number, byte: number): number {
  let [lowest, highest] = [low, textStarts.length - 1];
  while (highest - lowest > 1) {
    const middle = (lowest + highest) >>> 1;
    if ((textStarts[middle] ?? 0) <= byte) lowest = middle;
    else highest = middle;
  }
  return lowest;
}
