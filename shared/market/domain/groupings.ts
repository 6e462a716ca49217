import type { Catalog } from '../../strategies/domain/catalog/catalog.ts';
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
  /** Where each key's strategies would begin if all of them stood one key after the other; and how many that are. */
  readonly begins: Uint32Array;
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
  return { keys, lists, starts, places: Uint32Array.from(held.flat()), begins: beginsOf(keys, lists, held) };
}

function beginsOf(keys: readonly string[], lists: Uint32Array, held: readonly (readonly number[])[]) {
  const begins = new Uint32Array(keys.length + 1);
  for (const list of lists)
    for (const place of held[list] ?? []) begins[place + 1] = (begins[place + 1] ?? 0) + 1;
  for (let place = 1; place <= keys.length; place += 1)
    begins[place] = (begins[place] ?? 0) + (begins[place - 1] ?? 0);
  return begins;
}

/** The strategies by chain, by protocol, or by asset: a pool of several assets counts for each of them. */
export function groupingOf(catalog: Catalog, group: Group): Grouping {
  return group === 'asset' ? byUnderlying(catalog) : byText(catalog, group);
}

/** What a strategy counts for: places in the grouping's keys. */
export function placesAt({ lists, starts, places }: Grouping, ordinal: number): Uint32Array {
  const list = lists[ordinal] ?? 0;
  return places.subarray(starts[list], starts[list + 1]);
}

/** The strategies by a text that each has one of. */
export function byText(catalog: Catalog, column: 'chain' | 'protocol' | 'asset'): Grouping {
  const { codes, texts } = catalog.codes(column);
  return grouping(
    texts,
    codes,
    texts.map((_, code) => [code]),
  );
}

/** Some of the strategies by the first of some symbols that is theirs, as a whole or as a part. */
export function byFirstOf(catalog: Catalog, symbols: readonly string[], ordinals: Uint32Array): Grouping {
  const whole = catalog.codes('asset');
  const parts = partsOf(catalog);
  const nowhere = symbols.length;
  const lists = new Uint32Array(catalog.size).fill(nowhere);
  for (const ordinal of ordinals) {
    const held = [whole.texts[whole.codes[ordinal] ?? 0] ?? '', ...parts.at(ordinal)];
    const first = held.find((symbol) => symbols.includes(symbol));
    if (first !== undefined) lists[ordinal] = symbols.indexOf(first);
  }
  return grouping(symbols, lists, [...symbols.map((_, place) => [place]), []]);
}

function byUnderlying(catalog: Catalog): Grouping {
  const { codes, texts } = partsOf(catalog);
  const numbers = new Map<string, number>();
  const held = texts.map((symbols) =>
    symbols.map((symbol) => {
      const number = numbers.get(symbol) ?? numbers.size;
      numbers.set(symbol, number);
      return number;
    }),
  );
  return grouping([...numbers.keys()], codes, held);
}

function partsOf(catalog: Catalog) {
  const { codes, texts } = catalog.codes('underlying_assets');
  const lists = texts.map((text): string[] => JSON.parse(text));
  return { codes, texts: lists, at: (ordinal: number) => lists[codes[ordinal] ?? 0] ?? [] };
}
