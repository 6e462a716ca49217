import type { Catalog } from '../../strategies/domain/catalog/catalog.ts';
import type { Group } from '../contract/windows.ts';

/** Under which keys the strategies of a catalog count. */
export interface Grouping {
  readonly keys: readonly string[];
  /** The keys of the strategy at an ordinal, as their places in `keys`: it counts for each in equal parts of its TVL. */
  readonly at: (ordinal: number) => readonly number[];
}

/** The strategies by chain, by protocol, or by asset: a pool of several assets counts for each of them. */
export function groupingOf(catalog: Catalog, group: Group): Grouping {
  return group === 'asset' ? byUnderlying(catalog) : byText(catalog, group);
}

/** The strategies by a text that each has one of. */
export function byText(catalog: Catalog, column: 'chain' | 'protocol' | 'asset'): Grouping {
  const { codes, texts } = catalog.codes(column);
  const places = texts.map((_, code) => [code]);
  return { keys: texts, at: (ordinal) => places[codes[ordinal] ?? -1] ?? NOWHERE };
}

/** The strategies by the first of some symbols that is theirs, as a whole or as a part. */
export function byFirstOf(catalog: Catalog, symbols: readonly string[]): Grouping {
  const whole = catalog.codes('asset');
  const parts = partsOf(catalog);
  const places = symbols.map((_, place) => [place]);
  return {
    keys: symbols,
    at: (ordinal) => {
      const held = [whole.texts[whole.codes[ordinal] ?? -1] ?? '', ...parts.at(ordinal)];
      const first = held.find((symbol) => symbols.includes(symbol));
      return first === undefined ? NOWHERE : (places[symbols.indexOf(first)] ?? NOWHERE);
    },
  };
}

const NOWHERE: readonly number[] = [];

function byUnderlying(catalog: Catalog): Grouping {
  const parts = partsOf(catalog);
  const numbers = new Map<string, number>();
  const places = parts.texts.map((symbols) =>
    symbols.map((symbol) => {
      const number = numbers.get(symbol) ?? numbers.size;
      numbers.set(symbol, number);
      return number;
    }),
  );
  return { keys: [...numbers.keys()], at: (ordinal) => places[parts.codes[ordinal] ?? -1] ?? NOWHERE };
}

function partsOf(catalog: Catalog) {
  const { codes, texts } = catalog.codes('underlying_assets');
  const lists = texts.map((text): string[] => JSON.parse(text));
  return { codes, texts: lists, at: (ordinal: number) => lists[codes[ordinal] ?? -1] ?? [] };
}
