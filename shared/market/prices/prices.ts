import { buildPagination } from '../../platform/contract/envelope.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import { roundOrNull } from '../../platform/domain/numbers.ts';
import type { PriceRow } from '../contract/market-responses.ts';
import type { pricesRoute } from '../contract/prices.ts';
import { computePercentChange } from '../domain/history/histories.ts';
import type { MarketSnapshot } from '../domain/market-snapshot.ts';
import { type ReadContext, readCurrentMarket } from './prices-data.ts';

type Query = AppliedQuery<typeof pricesRoute, 'asset' | 'sort' | 'order'>;

/**
 * Returns the indexes of all prices in `snapshot.prices`, in the requested order. Unknown values come last, and equal
 * values are sorted by TVL.
 */
function sortPriceIndexes(marketSnapshot: MarketSnapshot, { sort, order }: Query): readonly number[] {
  const indexesSortedByTvl = sortPriceIndexesByTvl(marketSnapshot);
  const isAscending = (order ?? (sort === 'asset' ? 'asc' : 'desc')) === 'asc';
  if (sort === 'tvl') return isAscending ? indexesSortedByTvl.toReversed() : indexesSortedByTvl;
  const rows = indexesSortedByTvl.flatMap((at) =>
    toPriceRows(marketSnapshot, at).map((row) => ({ at, figure: row[sort] })),
  );
  const sign = isAscending ? 1 : -1;
  return rows
    .toSorted(({ figure: a }, { figure: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return a === b ? 0 : sign * (a < b ? -1 : 1);
    })
    .map(({ at }) => at);
}

/** Returns a page of cached token prices, and the requested assets that have no price. */
export async function readMarketPrices(query: Query, context: ReadContext) {
  const { value: snapshot, asOf } = await readCurrentMarket(context);
  const requestedAssets = query.asset === undefined ? undefined : new Set(query.asset);
  const assetAt = (priceIndex: number) => snapshot.prices[priceIndex]?.asset ?? '';
  const sortedIndexes = sortPriceIndexes(snapshot, query).filter(
    (at) => requestedAssets === undefined || requestedAssets.has(assetAt(at)),
  );
  const foundAssets = new Set(sortedIndexes.map(assetAt));
  const pageStart = (query.page - 1) * query.per_page;
  const data = sortedIndexes
    .slice(pageStart, pageStart + query.per_page)
    .flatMap((at) => toPriceRows(snapshot, at));
  const assetsNotFound = (query.asset ?? []).filter((asset) => !foundAssets.has(asset));
  return {
    data,
    pagination: buildPagination(sortedIndexes.length, query, data.length),
    meta: { as_of: asOf, not_found: assetsNotFound },
  };
}

const sortedPriceIndexesCache = new WeakMap<MarketSnapshot, readonly number[]>();

/**
 * Returns the indexes of all elements of `snapshot.prices`, sorted by the TVL of the asset's strategies, highest first.
 */
function sortPriceIndexesByTvl(marketSnapshot: MarketSnapshot): readonly number[] {
  const cachedPriceIndexes = sortedPriceIndexesCache.get(marketSnapshot);
  if (cachedPriceIndexes !== undefined) return cachedPriceIndexes;
  const { keys, tvl } = marketSnapshot.groups.asset;
  const tvlByAsset = new Map(keys.map((key, row) => [key, tvl[row] ?? 0]));
  const sortedPriceIndexes = marketSnapshot.prices
    .map(({ asset }, at) => ({ at, asset, tvl: tvlByAsset.get(asset) ?? 0 }))
    .sort((a, b) => b.tvl - a.tvl || (a.asset < b.asset ? -1 : 1))
    .map(({ at }) => at);
  sortedPriceIndexesCache.set(marketSnapshot, sortedPriceIndexes);
  return sortedPriceIndexes;
}

function toPriceRows(marketSnapshot: MarketSnapshot, priceIndex: number): PriceRow[] {
  const price = marketSnapshot.prices[priceIndex];
  if (price === undefined) return [];
  const computePriceChange = (days: number) =>
    roundOrNull(computePercentChange(marketSnapshot.priceHistory[priceIndex], days), 4);
  return [
    {
      asset: price.asset,
      price: price.price,
      currency: 'USD',
      change_1d: computePriceChange(1),
      change_7d: computePriceChange(7),
      change_30d: computePriceChange(30),
      confidence: price.confidence,
      as_of: price.asOf,
    },
  ];
}
