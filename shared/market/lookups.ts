import { chainIdOf } from '../chain/domain/chain-ids.ts';
import { buildPagination } from '../platform/contract/envelope.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import { createCachePerSnapshot } from '../platform/domain/lru-cache.ts';
import { round } from '../platform/domain/numbers.ts';
import { getCurrentCatalog } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import { familyOfAsset } from '../strategies/domain/families.ts';
import { toDisplayName } from '../strategies/domain/names.ts';
import { websiteOf } from '../strategies/domain/sites.ts';
import type { chainsRoute } from './contract/lookups/chains.ts';
import type { AssetRow, ChainRow, ProtocolRow } from './contract/lookups/lookup-responses.ts';
import { GROUP_KINDS, type Group } from './contract/windows.ts';
import { groupIndexesOf } from './domain/groupings.ts';
import { getGrouping } from './market-data.ts';
import type { ReadContext } from './prices/prices-data.ts';

type Query = AppliedQuery<typeof chainsRoute, 'search' | 'sort' | 'order'>;

/** Number and TVL of all strategies that belong to one group, such as one chain or one asset. */
interface LookupValueSums {
  readonly key: string;
  /** Lower-case texts in which a search looks for the search text. */
  readonly searchedTexts: readonly string[];
  strategies: number;
  tvl: number;
  /** Number of strategies that hold only this asset. */
  single: number;
  readonly chains: Set<string>;
}

/** Returns a page of the chains that have listed strategies. */
export function listMarketChains(query: Query, context: ReadContext) {
  return listLookupValues(
    query,
    context,
    'chain',
    ({ key, strategies, tvl }): ChainRow => ({
      key,
      name: toDisplayName(key),
      chain_id: chainIdOf(key),
      strategies,
      tvl,
    }),
  );
}

/** Returns a page of the assets that listed strategies hold. */
export function listMarketAssets(query: Query, context: ReadContext) {
  return listLookupValues(
    query,
    context,
    'asset',
    ({ key, strategies, tvl, single }): AssetRow => ({
      key,
      family: familyOfAsset(key),
      strategies,
      tvl,
      single,
    }),
  );
}

/** Returns a page of the protocols that have listed strategies. */
export function listMarketProtocols(query: Query, context: ReadContext) {
  return listLookupValues(
    query,
    context,
    'protocol',
    ({ key, strategies, tvl, chains }): ProtocolRow => ({
      key,
      name: toDisplayName(key),
      url: websiteOf(key),
      chains: [...chains].sort(),
      strategies,
      tvl,
    }),
  );
}

async function listLookupValues<
  Row extends { readonly key: string; readonly tvl: number; readonly strategies: number },
>(query: Query, context: ReadContext, group: Group, toRow: (sum: LookupValueSums) => Row) {
  const { value: catalogIndex, asOf } = await getCurrentCatalog(context);
  const searchText = query.search?.toLowerCase() ?? '';
  const rows = lookupValueSumsCacheOf(catalogIndex)
    .get(group, () => computeLookupSums(catalogIndex, group))
    .filter(({ searchedTexts }) => searchedTexts.some((each) => each.includes(searchText)))
    .sort(createLookupComparator(query));
  const pageStart = (query.page - 1) * query.per_page;
  const data = rows.slice(pageStart, pageStart + query.per_page).map(toRow);
  return { data, pagination: buildPagination(rows.length, query, data.length), meta: { as_of: asOf } };
}

function createLookupComparator({ sort, order }: Query) {
  const sign = (order ?? (sort === 'key' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return (
    a: { key: string; tvl: number; strategies: number },
    b: { key: string; tvl: number; strategies: number },
  ) => {
    const keyOrder = a.key < b.key ? -1 : 1;
    return sort === 'key' ? sign * keyOrder : sign * (a[sort] - b[sort]) || keyOrder;
  };
}

const lookupValueSumsCacheOf = createCachePerSnapshot<CatalogIndex, readonly LookupValueSums[]>(
  GROUP_KINDS.length,
);

function computeLookupSums(catalogIndex: CatalogIndex, group: Group): LookupValueSums[] {
  const { catalog } = catalogIndex;
  const tvl = catalog.numbers('tvl');
  const chainColumn = catalog.codes('chain');
  const grouping = getGrouping(catalogIndex, group);
  const sumsByGroupIndex = grouping.keys.map(createEmptySums);
  for (let strategyIndex = 0; strategyIndex < catalog.size; strategyIndex += 1) {
    const groupIndexes = groupIndexesOf(grouping, strategyIndex);
    for (const groupIndex of groupIndexes) {
      const sum = sumsByGroupIndex[groupIndex];
      if (sum === undefined) continue;
      sum.strategies += 1;
      sum.tvl += (tvl[strategyIndex] ?? 0) / groupIndexes.length;
      sum.single += groupIndexes.length === 1 ? 1 : 0;
      sum.chains.add(chainColumn.texts[chainColumn.codes[strategyIndex] ?? -1] ?? '');
    }
  }
  return sumsByGroupIndex
    .filter(({ strategies }) => strategies > 0)
    .map((sum) => ({ ...sum, tvl: round(sum.tvl, 2) }));
}

function createEmptySums(key: string): LookupValueSums {
  const lowerCaseTexts = [key.toLowerCase(), toDisplayName(key).toLowerCase()];
  return { key, searchedTexts: lowerCaseTexts, strategies: 0, tvl: 0, single: 0, chains: new Set() };
}
