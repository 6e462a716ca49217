import { familyOf } from '../../families.ts';
import type { Catalog } from '../catalog.ts';
import type { TextColumn } from '../encoding/format.ts';
import { parseTexts } from '../encoding/stored-json.ts';

/**
 * Filters that compare a value for equality. `postingsOf` returns the strategies for each of their values. All other
 * filters are lower bounds or the text search.
 */
export const EXACT_FILTERS = [
  'chain',
  'asset',
  'underlying',
  'family',
  'exposure',
  'stablecoin',
  'il_risk',
  'risk_level',
  'protocol',
  'strategy_type',
  'settlement',
] as const;
export type ExactFilter = (typeof EXACT_FILTERS)[number];

/** The strategies for each value of a filter, as ordinals (indexes in the catalog). Each list is ascending. */
export type Postings = ReadonlyMap<string, Uint32Array>;

/**
 * Groups strategies by group number with a counting sort. Strategies are given by their ordinals (indexes in the
 * catalog). Each resulting list is ascending.
 */
function groupOrdinals(
  pairs: { groups: ArrayLike<number>; ordinals: ArrayLike<number> },
  size: number,
): Uint32Array[] {
  const counts = new Uint32Array(size);
  for (let pair = 0; pair < pairs.groups.length; pair += 1) {
    const index = pairs.groups[pair] ?? 0;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const lists = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (let pair = 0; pair < pairs.groups.length; pair += 1) {
    const index = pairs.groups[pair] ?? 0;
    const filledCount = counts[index] ?? 0;
    const list = lists[index];
    if (list !== undefined) list[filledCount] = pairs.ordinals[pair] ?? 0;
    counts[index] = filledCount + 1;
  }
  return lists;
}

/** Returns the strategies for each value of a text column, as ordinals (indexes in the catalog). */
export function columnPostings(catalog: Catalog, column: TextColumn): Postings {
  const { codes, texts } = catalog.codes(column);
  const ordinals = Uint32Array.from(codes, (_, ordinal) => ordinal);
  const lists = groupOrdinals({ groups: codes, ordinals }, texts.length);
  return new Map(texts.map((text, code) => [text, lists[code] ?? new Uint32Array()]));
}

/**
 * Returns the strategies for each asset in upper case, as ordinals (indexes in the catalog). A strategy is listed
 * under its whole symbol and under each underlying asset.
 */
function assetPostings(catalog: Catalog): Postings {
  const symbols = new Map<string, number>();
  const numberOf = (symbol: string) => {
    const key = symbol.toUpperCase();
    const number = symbols.get(key) ?? symbols.size;
    symbols.set(key, number);
    return number;
  };
  const wholeSymbols = catalog.codes('asset');
  const parts = catalog.codes('underlying_assets');
  // Many strategies have the same symbol and underlying assets, so each combination of the two is parsed only once.
  const numbersByPair = new Map<number, readonly number[]>();
  const numbersOf = (wholeCode: number, partsCode: number) => {
    const pair = wholeCode * parts.texts.length + partsCode;
    const knownOrdinals = numbersByPair.get(pair);
    if (knownOrdinals !== undefined) return knownOrdinals;
    const numbers = [numberOf(wholeSymbols.texts[wholeCode] ?? '')];
    const underlying = parseTexts(parts.texts[partsCode] ?? '[]');
    for (const number of underlying.map(numberOf)) if (!numbers.includes(number)) numbers.push(number);
    numbersByPair.set(pair, numbers);
    return numbers;
  };
  const groups: number[] = [];
  const ordinals: number[] = [];
  for (let ordinal = 0; ordinal < catalog.size; ordinal += 1) {
    for (const number of numbersOf(wholeSymbols.codes[ordinal] ?? 0, parts.codes[ordinal] ?? 0)) {
      groups.push(number);
      ordinals.push(ordinal);
    }
  }
  const lists = groupOrdinals({ groups, ordinals }, symbols.size);
  return new Map([...symbols.keys()].map((symbol, number) => [symbol, lists[number] ?? new Uint32Array()]));
}

/**
 * Returns the strategies whose value is `true`, and those whose value is `false`. A strategy whose value is unknown
 * is in neither list.
 */
function choicePostings(catalog: Catalog, column: 'stablecoin' | 'il_risk'): Postings {
  const values = catalog.numbers(column);
  const ordinalsWith = (filterValue: number) =>
    Uint32Array.from([...values.keys()].filter((ordinal) => values[ordinal] === filterValue));
  return new Map([
    ['true', ordinalsWith(1)],
    ['false', ordinalsWith(0)],
  ]);
}

/**
 * Returns the strategies for each asset family, as ordinals (indexes in the catalog). A strategy is listed only if
 * all its assets are of the same family.
 */
function familyPostings(catalog: Catalog): Postings {
  const { codes, texts } = catalog.codes('underlying_assets');
  const families = texts.map((text) => familyOf(parseTexts(text)));
  const byFamily = Map.groupBy(codes.keys(), (ordinal) => families[codes[ordinal] ?? 0] ?? '');
  return new Map([...byFamily].map(([family, ordinals]) => [family, Uint32Array.from(ordinals)]));
}

/** Returns the strategies for each settlement, as ordinals (indexes in the catalog). */
function settlementPostings(catalog: Catalog): Postings {
  const ordinals = Array.from({ length: catalog.size }, (_, ordinal) => ordinal);
  const bySettlement = Map.groupBy(ordinals, (ordinal) => catalog.settlement(ordinal));
  return new Map([...bySettlement].map(([settlement, list]) => [settlement, Uint32Array.from(list)]));
}

/** Returns the strategies for each value of a filter, as ordinals (indexes in the catalog). */
export function postingsOf(catalog: Catalog, filter: ExactFilter): Postings {
  if (filter === 'underlying') return assetPostings(catalog);
  if (filter === 'family') return familyPostings(catalog);
  if (filter === 'settlement') return settlementPostings(catalog);
  if (filter === 'stablecoin' || filter === 'il_risk') return choicePostings(catalog, filter);
  return columnPostings(catalog, filter);
}
