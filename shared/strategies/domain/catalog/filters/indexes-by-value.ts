import { familyOf } from '../../families.ts';
import type { Catalog } from '../catalog.ts';
import type { TextColumn } from '../encoding/format.ts';
import { parseTextList } from '../encoding/stored-json.ts';

/** Filters that compare a value for equality. */
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

/** The strategies for each value of a filter, as ascending indexes in the catalog. */
export type StrategyIndexesByValue = ReadonlyMap<string, Uint32Array>;

/**
 * Groups strategies by group number with a counting sort. Each resulting list contains indexes in the catalog,
 * ascending.
 */
function groupStrategyIndexes(
  groupStrategyPairs: { groups: ArrayLike<number>; strategyIndexes: ArrayLike<number> },
  size: number,
): Uint32Array[] {
  const strategyCounts = new Uint32Array(size);
  for (let pair = 0; pair < groupStrategyPairs.groups.length; pair += 1) {
    const index = groupStrategyPairs.groups[pair] ?? 0;
    strategyCounts[index] = (strategyCounts[index] ?? 0) + 1;
  }
  const indexLists = Array.from(strategyCounts, (count) => new Uint32Array(count));
  strategyCounts.fill(0);
  for (let pair = 0; pair < groupStrategyPairs.groups.length; pair += 1) {
    const index = groupStrategyPairs.groups[pair] ?? 0;
    const filledCount = strategyCounts[index] ?? 0;
    const list = indexLists[index];
    if (list !== undefined) list[filledCount] = groupStrategyPairs.strategyIndexes[pair] ?? 0;
    strategyCounts[index] = filledCount + 1;
  }
  return indexLists;
}

export function indexesByColumnValue(catalog: Catalog, column: TextColumn): StrategyIndexesByValue {
  const { codes, texts } = catalog.codes(column);
  const strategyIndexes = Uint32Array.from(codes, (_, strategyIndex) => strategyIndex);
  const indexLists = groupStrategyIndexes({ groups: codes, strategyIndexes }, texts.length);
  return new Map(texts.map((text, code) => [text, indexLists[code] ?? new Uint32Array()]));
}

/**
 * Returns the strategies by asset symbol (upper case). A strategy appears under its whole symbol, such as ETH-USDC, and
 * under each underlying asset.
 */
function indexesByAsset(catalog: Catalog): StrategyIndexesByValue {
  const numberBySymbol = new Map<string, number>();
  const symbolNumberOf = (symbol: string) => {
    const key = symbol.toUpperCase();
    const symbolNumber = numberBySymbol.get(key) ?? numberBySymbol.size;
    numberBySymbol.set(key, symbolNumber);
    return symbolNumber;
  };
  const symbolColumn = catalog.codes('asset');
  const underlyingAssetsColumn = catalog.codes('underlying_assets');
  // Many strategies have the same symbol and the same underlying assets, so each combination is parsed only once.
  const symbolNumbersByPair = new Map<number, readonly number[]>();
  const symbolNumbersOf = (wholeSymbolCode: number, underlyingAssetsCode: number) => {
    const pair = wholeSymbolCode * underlyingAssetsColumn.texts.length + underlyingAssetsCode;
    const cachedSymbolNumbers = symbolNumbersByPair.get(pair);
    if (cachedSymbolNumbers !== undefined) return cachedSymbolNumbers;
    const symbolNumbers = [symbolNumberOf(symbolColumn.texts[wholeSymbolCode] ?? '')];
    const underlyingSymbols = parseTextList(underlyingAssetsColumn.texts[underlyingAssetsCode] ?? '[]');
    for (const symbolNumber of underlyingSymbols.map(symbolNumberOf))
      if (!symbolNumbers.includes(symbolNumber)) symbolNumbers.push(symbolNumber);
    symbolNumbersByPair.set(pair, symbolNumbers);
    return symbolNumbers;
  };
  const groups: number[] = [];
  const strategyIndexes: number[] = [];
  for (let strategyIndex = 0; strategyIndex < catalog.size; strategyIndex += 1) {
    for (const symbolNumber of symbolNumbersOf(
      symbolColumn.codes[strategyIndex] ?? 0,
      underlyingAssetsColumn.codes[strategyIndex] ?? 0,
    )) {
      groups.push(symbolNumber);
      strategyIndexes.push(strategyIndex);
    }
  }
  const indexLists = groupStrategyIndexes({ groups, strategyIndexes }, numberBySymbol.size);
  return new Map(
    [...numberBySymbol.keys()].map((symbol, symbolNumber) => [
      symbol,
      indexLists[symbolNumber] ?? new Uint32Array(),
    ]),
  );
}

/** Groups the strategies by a boolean value. A strategy with an unknown value is left out. */
function indexesByBoolean(catalog: Catalog, column: 'stablecoin' | 'il_risk'): StrategyIndexesByValue {
  const values = catalog.numbers(column);
  const strategyIndexesWithValue = (filterValue: number) =>
    Uint32Array.from([...values.keys()].filter((strategyIndex) => values[strategyIndex] === filterValue));
  return new Map([
    ['true', strategyIndexesWithValue(1)],
    ['false', strategyIndexesWithValue(0)],
  ]);
}

/** A strategy is in a family, such as ETH, only if all its assets are in this family. */
function indexesByFamily(catalog: Catalog): StrategyIndexesByValue {
  const { codes, texts } = catalog.codes('underlying_assets');
  const assetFamilies = texts.map((text) => familyOf(parseTextList(text)));
  const strategyIndexesByFamily = Map.groupBy(
    codes.keys(),
    (strategyIndex) => assetFamilies[codes[strategyIndex] ?? 0] ?? '',
  );
  return new Map(
    [...strategyIndexesByFamily].map(([family, strategyIndexes]) => [
      family,
      Uint32Array.from(strategyIndexes),
    ]),
  );
}

function indexesBySettlement(catalog: Catalog): StrategyIndexesByValue {
  const strategyIndexes = Array.from({ length: catalog.size }, (_, strategyIndex) => strategyIndex);
  const strategyIndexesBySettlement = Map.groupBy(strategyIndexes, (strategyIndex) =>
    catalog.settlement(strategyIndex),
  );
  return new Map(
    [...strategyIndexesBySettlement].map(([settlement, list]) => [settlement, Uint32Array.from(list)]),
  );
}

export function indexesByFilterValue(catalog: Catalog, filter: ExactFilter): StrategyIndexesByValue {
  if (filter === 'underlying') return indexesByAsset(catalog);
  if (filter === 'family') return indexesByFamily(catalog);
  if (filter === 'settlement') return indexesBySettlement(catalog);
  if (filter === 'stablecoin' || filter === 'il_risk') return indexesByBoolean(catalog, filter);
  return indexesByColumnValue(catalog, filter);
}
