import type { Catalog } from '../../strategies/domain/catalog/catalog.ts';
import { parseTexts } from '../../strategies/domain/catalog/encoding/stored-json.ts';
import type { Group } from '../contract/windows.ts';

/**
 * Under which keys the strategies of a catalog count. A strategy counts for several keys in equal parts of its TVL.
 * Strategies share their lists of keys, which lie one after the other: plain numbers, as questions run through all of
 * them for tens of thousands of strategies.
 */
export interface Grouping {
  readonly keys: readonly string[];
  /** The number of each strategy's list, by ordinal. */
  readonly lists: Uint32Array;
  /** Where each list begins in `places`; after the last one, where that ends. */
  readonly starts: Uint32Array;
  /** What the lists hold: places in `keys`. */
  readonly places: Uint32Array;
}

function grouping(
  keys: readonly string[],
  lists: Uint32Array,
  held: readonly (readonly number[])[],
): Grouping {
  const starts = new Uint32Array(held.length + 1);
  held.forEach((list, number) => {
    starts[number + 1] = (starts[number] ?? 0) + list.length;
  });
  return { keys, lists, starts, places: Uint32Array.from(held.flat()) };
}

/**
 * The strategies by chain, by protocol, or by asset, where a pool of several assets counts for each of them; or by the
 * symbol of the whole.
 */
export function groupingOf(catalog: Catalog, group: Group | 'symbol'): Grouping {
  if (group === 'asset') return byUnderlying(catalog);
  return byText(catalog, group === 'symbol' ? 'asset' : group);
}

/** What a strategy counts for: places in the grouping's keys. */
export function placesAt({ lists, starts, places }: Grouping, ordinal: number): Uint32Array {
  const list = lists[ordinal] ?? 0;
  return places.subarray(starts[list], starts[list + 1]);
}

/** The strategies by a text that each has one of. */
function byText(catalog: Catalog, column: 'chain' | 'protocol' | 'asset'): Grouping {
  const { codes, texts } = catalog.codes(column);
  return grouping(
    texts,
    codes,
    texts.map((_, code) => [code]),
  );
}

function byUnderlying(catalog: Catalog): Grouping {
  const { codes, texts } = catalog.codes('underlying_assets');
  const numbers = new Map<string, number>();
  const held = texts.map((text) => {
    return parseTexts(text).map((symbol) => {
      const number = numbers.get(symbol) ?? numbers.size;
      numbers.set(symbol, number);
      return number;
    });
  });
  return grouping([...numbers.keys()], codes, held);
}

/** Some strategies in their groups, one group after the other. */
export interface Members {
  readonly keys: readonly string[];
  /** Where each group begins; after the last one, where that ends. */
  readonly begins: Uint32Array;
  /** The ordinals of each group, ascending: by TVL from the highest down. */
  readonly ordinals: Uint32Array;
  /** For how many groups each strategy counts, by ordinal. */
  readonly parts: Uint16Array;
}

/** The members of every group, of the strategies given; of a whole catalog made once, for all questions to come. */
export function membersOf(grouping: Grouping, given: Uint32Array): Members {
  const { keys, lists } = grouping;
  const parts = new Uint16Array(lists.length);
  const begins = new Uint32Array(keys.length + 1);
  count(grouping, given, parts, begins);
  const ordinals = new Uint32Array(begins[keys.length] ?? 0);
  place(grouping, given, begins.slice(), ordinals);
  return { keys, begins, ordinals, parts };
}

/** Counts the groups of each strategy, and from that where each group begins. */
function count(
  { lists, starts, places }: Grouping,
  given: Uint32Array,
  parts: Uint16Array,
  begins: Uint32Array,
): void {
  for (let index = 0; index < given.length; index += 1) {
    const ordinal = given[index] ?? 0;
    const list = lists[ordinal] ?? 0;
    const from = starts[list] ?? 0;
    const to = starts[list + 1] ?? 0;
    parts[ordinal] = to - from;
    for (let at = from; at < to; at += 1) {
      const after = (places[at] ?? 0) + 1;
      begins[after] = (begins[after] ?? 0) + 1;
    }
  }
  for (let after = 1; after < begins.length; after += 1)
    begins[after] = (begins[after] ?? 0) + (begins[after - 1] ?? 0);
}

/** Puts each strategy where the next of its groups stands. */
function place(
  { lists, starts, places }: Grouping,
  given: Uint32Array,
  next: Uint32Array,
  ordinals: Uint32Array,
): void {
  for (let index = 0; index < given.length; index += 1) {
    const ordinal = given[index] ?? 0;
    const list = lists[ordinal] ?? 0;
    const to = starts[list + 1] ?? 0;
    for (let at = starts[list] ?? 0; at < to; at += 1) {
      const group = places[at] ?? 0;
      ordinals[next[group] ?? 0] = ordinal;
      next[group] = (next[group] ?? 0) + 1;
    }
  }
}

/** 1 for each of some ordinals, 0 for all others below `size`. */
export function marksOf(ordinals: Uint32Array, size: number): Uint8Array {
  const marks = new Uint8Array(size);
  for (let index = 0; index < ordinals.length; index += 1) marks[ordinals[index] ?? 0] = 1;
  return marks;
}
