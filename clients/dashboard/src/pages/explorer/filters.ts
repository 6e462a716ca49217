import type { StrategiesExportInput, StrategiesListItem } from '../../../../sdk/src/index.ts';

export type Row = StrategiesListItem;
export type SortKey = 'tvl' | 'current_apy' | 'apy_30d' | 'name' | 'risk';
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export const SETTLEMENTS = ['onchain', 'sandbox', 'none'] as const;
export const ASSET_FAMILIES = ['USD', 'ETH', 'BTC', 'EUR', 'SOL', 'BNB', 'AVAX', 'POL'] as const;

/** Filters that the API applies, because the loaded list lacks the data for these filters. */
type ServerFilters = Pick<
  StrategiesExportInput,
  'family' | 'exposure' | 'stablecoin' | 'il_risk' | 'settlement'
>;

/** State of the explorer. The URL contains the full state. */
export interface View {
  readonly words: string;
  readonly chains: readonly string[];
  readonly assets: readonly string[];
  readonly protocols: readonly string[];
  readonly types: readonly string[];
  readonly risks: readonly string[];
  readonly minApy: number | undefined;
  readonly minTvl: number | undefined;
  readonly isWatchlistOnly: boolean;
  readonly serverFilters: ServerFilters;
  readonly sort: SortKey;
  readonly descending: boolean;
}

const SORT_KEYS: readonly SortKey[] = ['tvl', 'current_apy', 'apy_30d', 'name', 'risk'];

/** Sorting by name or risk starts in ascending order, any other sorting in descending order. */
export const isDescendingByDefault = (sort: SortKey): boolean => sort !== 'name' && sort !== 'risk';

const findAllowedValue = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

function parseNumber(text: string | null): number | undefined {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const flag = (text: string | null) => (text === 'true' ? true : text === 'false' ? false : undefined);

/** Leaves out unset filters, because under `exactOptionalPropertyTypes` undefined differs from an absent field. */
function omitUnsetFilters({
  family,
  exposure,
  stablecoin,
  il_risk,
  settlement,
}: { [K in keyof ServerFilters]: ServerFilters[K] | undefined }) {
  const filters: ServerFilters = {
    ...(family === undefined ? {} : { family }),
    ...(exposure === undefined ? {} : { exposure }),
    ...(stablecoin === undefined ? {} : { stablecoin }),
    ...(il_risk === undefined ? {} : { il_risk }),
    ...(settlement === undefined ? {} : { settlement }),
  };
  return filters;
}

/** Invalid values are ignored. */
export function parseViewQuery(query: URLSearchParams): View {
  const list = (name: string) => query.getAll(name).filter((value) => value !== '');
  const sort = findAllowedValue(SORT_KEYS, query.get('sort')) ?? 'tvl';
  const order = query.get('order');
  return {
    words: query.get('search') ?? '',
    chains: list('chain'),
    assets: list('asset'),
    protocols: list('protocol'),
    types: list('strategy_type'),
    risks: list('risk_level').filter((value) => findAllowedValue(RISK_LEVELS, value) !== undefined),
    minApy: parseNumber(query.get('min_apy')),
    minTvl: parseNumber(query.get('min_tvl')),
    isWatchlistOnly: query.get('watched') === 'true',
    serverFilters: omitUnsetFilters({
      family: findAllowedValue(ASSET_FAMILIES, query.get('family')),
      exposure: findAllowedValue(['single', 'multi'], query.get('exposure')),
      stablecoin: flag(query.get('stablecoin')),
      il_risk: flag(query.get('il_risk')),
      settlement: findAllowedValue(SETTLEMENTS, query.get('settlement')),
    }),
    sort,
    descending: order === null ? isDescendingByDefault(sort) : order === 'desc',
  };
}

/** Returns the URL parameters of a view, without default values. */
export function buildViewQuery(view: View): URLSearchParams {
  const query = new URLSearchParams();
  const setParameter = (name: string, value: unknown) => {
    if (value !== undefined && value !== '') query.append(name, String(value));
  };
  setParameter('search', view.words);
  for (const value of view.chains) setParameter('chain', value);
  for (const value of view.assets) setParameter('asset', value);
  for (const value of view.protocols) setParameter('protocol', value);
  for (const value of view.types) setParameter('strategy_type', value);
  for (const value of view.risks) setParameter('risk_level', value);
  setParameter('min_apy', view.minApy);
  setParameter('min_tvl', view.minTvl);
  if (view.isWatchlistOnly) setParameter('watched', true);
  for (const [name, value] of Object.entries(view.serverFilters)) setParameter(name, value);
  if (view.sort !== 'tvl') setParameter('sort', view.sort);
  if (view.descending !== isDescendingByDefault(view.sort))
    setParameter('order', view.descending ? 'desc' : 'asc');
  return query;
}

const ASCII_ONLY_PATTERN = /^[\x20-\x7e\n]*$/;

/** Converts a text to lower case without accents, for the search. */
const toSearchableText = (text: string) =>
  (ASCII_ONLY_PATTERN.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();

const searchedTextByRow = new WeakMap<Row, string>();

function searchedTextOf(row: Row): string {
  const cachedText = searchedTextByRow.get(row);
  if (cachedText !== undefined) return cachedText;
  const text = toSearchableText(`${row.name}\n${row.asset}\n${row.protocol}\n${row.chain}`);
  searchedTextByRow.set(row, text);
  return text;
}

const symbolsByRow = new WeakMap<Row, readonly string[]>();

/** Returns the whole symbol and its parts, for example `ETH-USDC`, `ETH` and `USDC`. */
export function assetsOf(row: Row): readonly string[] {
  const cachedSymbols = symbolsByRow.get(row);
  if (cachedSymbols !== undefined) return cachedSymbols;
  const rowSymbols = [...new Set([row.asset, ...row.asset.split('-')])];
  symbolsByRow.set(row, rowSymbols);
  return rowSymbols;
}

type Test = (row: Row) => boolean;

/** Returns the test of each active filter, by the name of the filter. */
export function buildRowTests(view: View): ReadonlyMap<string, Test> {
  const rowTests = new Map<string, Test>();
  const addValueTest = (
    name: string,
    wantedValues: readonly string[],
    valuesOf: (row: Row) => readonly string[],
  ) => {
    const set = new Set(wantedValues);
    if (set.size > 0) rowTests.set(name, (row) => valuesOf(row).some((value) => set.has(value)));
  };
  const words = toSearchableText(view.words).split(/\s+/).filter(Boolean);
  if (words.length > 0)
    rowTests.set('words', (row) => words.every((word) => searchedTextOf(row).includes(word)));
  addValueTest('chain', view.chains, (row) => [row.chain]);
  addValueTest('asset', view.assets, assetsOf);
  addValueTest('protocol', view.protocols, (row) => [row.protocol]);
  addValueTest('type', view.types, (row) => [row.strategy_type]);
  addValueTest('risk', view.risks, (row) => [row.risk_level]);
  const { minApy, minTvl } = view;
  if (minApy !== undefined) rowTests.set('apy', (row) => row.current_apy >= minApy);
  if (minTvl !== undefined) rowTests.set('tvl', (row) => row.tvl >= minTvl);
  return rowTests;
}

const SORT_VALUE_GETTERS: Readonly<Record<SortKey, (row: Row) => number | string>> = {
  tvl: ({ tvl }) => tvl,
  current_apy: ({ current_apy }) => current_apy,
  apy_30d: ({ historical_apy }) => historical_apy['30d'],
  name: ({ name }) => name.toLowerCase(),
  risk: ({ risk_level }) => RISK_LEVELS.indexOf(risk_level),
};

/**
 * Returns the rows that match the filters of the view, in its order. Rows with equal values keep the order of the
 * catalog, which starts with the highest TVL.
 */
export function filterAndSortRows(rows: readonly Row[], view: View): Row[] {
  const rowTests = [...buildRowTests(view).values()];
  const matchingRows = rows.filter((row) => rowTests.every((test) => test(row)));
  if (view.sort === 'tvl' && view.descending) return matchingRows;
  const value = SORT_VALUE_GETTERS[view.sort];
  const sign = view.descending ? -1 : 1;
  return matchingRows
    .map((row) => ({ row, value: value(row) }))
    .sort((a, b) => (a.value < b.value ? -sign : a.value > b.value ? sign : 0))
    .map(({ row }) => row);
}

/** Returns the number of filters in use. The search text does not count, because it is always visible. */
export function countFilters(view: View): number {
  const activeMinimumsCount = [view.minApy, view.minTvl].filter((value) => value !== undefined).length;
  const nonEmptyFilterLists = [view.chains, view.assets, view.protocols, view.types, view.risks].filter(
    ({ length }) => length > 0,
  );
  return (
    nonEmptyFilterLists.length +
    activeMinimumsCount +
    Object.keys(view.serverFilters).length +
    (view.isWatchlistOnly ? 1 : 0)
  );
}
