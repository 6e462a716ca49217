import type { LruCache } from '../../../../platform/domain/lru-cache.ts';
import { addBit, type Bitset, createEmptyBitset, forEachMember, intersectBitsets } from '../bitset.ts';
import type { Catalog } from '../catalog.ts';
import { normalizeName } from '../encoding/format.ts';
import type { StoredTexts } from '../encoding/text.ts';
import type { SortColumn, SortOrders } from '../orders.ts';
import { indexesByColumnValue } from './indexes-by-value.ts';

/** Text columns that the search reads in addition to the name. */
const SEARCHED_COLUMNS = ['asset', 'protocol', 'chain'] as const;
/**
 * Finds strategies by text. Each word must occur in the name, asset, protocol or chain. Accents and letter case are
 * ignored.
 */
export class Search {
  readonly #catalog: Catalog;
  readonly #orders: SortOrders;
  readonly #names: StoredTexts;
  readonly #cache: LruCache<Bitset>;
  /** The distinct texts of the searched columns, normalized for the search, with the strategies of each text. */
  #texts: readonly (readonly [key: string, strategyIndexes: Uint32Array])[] | undefined;

  /** @param cache stores results, so that the next page of a search needs no new search */
  constructor(catalog: Catalog, sortOrders: SortOrders, cache: LruCache<Bitset>) {
    this.#catalog = catalog;
    this.#orders = sortOrders;
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

  /** Returns the strategies that contain every word, as a bit set of their positions in a sort order. */
  findMatches(text: string, sort: SortColumn): Bitset {
    const words = wordsOf(text);
    return this.#cache.get(`search\n${sort}\n${words.join(' ')}`, () =>
      sort === 'tvl' ? this.#findAll(words) : this.#positionsOf(text, sort),
    );
  }

  #findAll(words: readonly string[]): Bitset {
    const [first, ...otherMatches] = words.map((word) =>
      this.#cache.get(`word\n${word}`, () => this.#findWord(word)),
    );
    return first === undefined
      ? createEmptyBitset(this.#catalog.size)
      : intersectBitsets([first, ...otherMatches]);
  }

  #positionsOf(term: string, sort: SortColumn): Bitset {
    const { positions } = this.#orders.get(sort);
    const positionSet = createEmptyBitset(this.#catalog.size);
    forEachMember(this.findMatches(term, 'tvl'), (strategyIndex) =>
      addBit(positionSet, positions[strategyIndex] ?? 0),
    );
    return positionSet;
  }

  #findWord(term: string): Bitset {
    const matchingStrategies = createEmptyBitset(this.#catalog.size);
    this.#texts ??= SEARCHED_COLUMNS.flatMap((column) => [
      ...indexesByColumnValue(this.#catalog, column),
    ]).map(([text, strategyIndexes]) => [normalizeName(text), strategyIndexes] as const);
    for (const [key, strategyIndexes] of this.#texts) {
      if (key.includes(term))
        for (const strategyIndex of strategyIndexes) addBit(matchingStrategies, strategyIndex);
    }
    this.#findInNames(Buffer.from(term), matchingStrategies);
    return matchingStrategies;
  }

  /**
   * Searches all names as one text, in which line feeds separate the names. A word contains no line feed, so a match
   * cannot span two names.
   */
  #findInNames(term: Buffer, matchingStrategies: Bitset): void {
    const { bytes, textOffsets } = this.#names;
    let strategyIndex = 0;
    for (
      let matchOffset = bytes.indexOf(term);
      matchOffset !== -1;
      matchOffset = bytes.indexOf(term, textOffsets[strategyIndex])
    ) {
      strategyIndex = textIndexAt(textOffsets, strategyIndex, matchOffset);
      addBit(matchingStrategies, strategyIndex);
      strategyIndex += 1;
    }
  }
}

/** Returns the words of a search text, normalized like the stored names. */
function wordsOf(text: string): string[] {
  return normalizeName(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns the index of the text that contains the byte at the offset `byte`. The search starts at the index `low`. */
function textIndexAt(textOffsets: Uint32Array, low: number, byte: number): number {
  let [lowIndex, highIndex] = [low, textOffsets.length - 1];
  while (highIndex - lowIndex > 1) {
    const middleIndex = (lowIndex + highIndex) >>> 1;
    if ((textOffsets[middleIndex] ?? 0) <= byte) lowIndex = middleIndex;
    else highIndex = middleIndex;
  }
  return lowIndex;
}
