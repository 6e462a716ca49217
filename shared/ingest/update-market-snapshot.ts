import { toChainSlug } from '../chain/contract/chains.ts';
import { buildMarketSnapshot } from '../market/domain/build-market-snapshot.ts';
import {
  type AssetPrice,
  type ChainTvl,
  type MarketSnapshot,
  PRICE_HISTORY_DAYS,
  TVL_HISTORY_DAYS,
} from '../market/domain/market-snapshot.ts';
import { dayOf } from '../platform/domain/days.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { StrategyRecord } from '../strategies/contract/strategy-record.ts';
import { type CoinNameByAsset, MIN_PRICE_CONFIDENCE, selectCoinsToPrice } from './domain/coins.ts';
import type { ProcessedPoolList } from './domain/pool-list.ts';
import { readOrFallback } from './optional-data.ts';
import type { IngestOptions } from './options.ts';
import { SourceError } from './sources/market-source.ts';
import type { HistoryUpdate } from './update-histories.ts';

const CHAIN_HISTORIES_MAX = 40;
const CHAIN_HISTORY_CONCURRENCY = 4;
const PRICE_HISTORIES_MAX = 60;
/**
 * The TVL history of a chain is read again if the previous snapshot contains the chain's TVL for fewer days than this.
 */
const MIN_KNOWN_HISTORY_DAYS = 30;

/**
 * Builds the market snapshot of an ingestion: prices, TVL of whole chains, and TVL of the listed strategies by group.
 * If the prices or the chains cannot be read, the values of the previous snapshot are kept.
 */
export async function updateMarketSnapshot(
  options: IngestOptions,
  processedPools: ProcessedPoolList,
  records: readonly StrategyRecord[],
  historyUpdate: HistoryUpdate,
  previousSnapshot: MarketSnapshot | undefined,
  now: Date,
): Promise<MarketSnapshot> {
  const coinNameByAsset = selectCoinsToPrice(processedPools.acceptedObservationsById.values());
  const [prices, priceHistories, chainTvl] = await Promise.all([
    readOrFallback(
      options,
      'prices',
      () => readAssetPrices(options, coinNameByAsset),
      previousSnapshot?.prices ?? [],
    ),
    readOrFallback(
      options,
      'price histories',
      () => readPriceHistories(options, coinNameByAsset, previousSnapshot, now),
      undefined,
    ),
    readOrFallback(
      options,
      'chains',
      () => readChainTvl(options, records, previousSnapshot, now),
      chainTvlOfSnapshot(previousSnapshot),
    ),
  ]);
  const tvlSeries = records.flatMap((record) => {
    const tvl = historyUpdate.outcomes.get(record.id)?.tvl;
    return tvl === undefined ? [] : [{ record, tvl }];
  });
  const seriesInput = historyUpdate.hasReadAllHistories
    ? { dailySeries: tvlSeries }
    : { backfilledSeries: tvlSeries };
  return buildMarketSnapshot({
    records,
    prices,
    priceHistories,
    chainTvl,
    previous: previousSnapshot,
    ...seriesInput,
    now,
  });
}

async function readAssetPrices(
  { source }: IngestOptions,
  coinNameByAsset: CoinNameByAsset,
): Promise<AssetPrice[]> {
  const pricesByCoin = new Map(
    (await source.prices([...coinNameByAsset.values()])).map((price) => [price.coin, price]),
  );
  return Array.from(coinNameByAsset).flatMap(([asset, coin]) => {
    const price = pricesByCoin.get(coin);
    // The price of a token address is used only if the source names the token with the same symbol.
    const isTrustedCoin = coin.startsWith('coingecko:') || price?.symbol.toUpperCase() === asset;
    if (price === undefined || !isTrustedCoin || (price.confidence ?? 1) < MIN_PRICE_CONFIDENCE) return [];
    const { priceUsd, confidence, observedAtMs } = price;
    return [{ asset, price: priceUsd, confidence, asOf: new Date(observedAtMs).toISOString() }];
  });
}

/** Returns the daily prices of the last month, but only for assets that have no price in the previous snapshot. */
async function readPriceHistories(
  { source }: IngestOptions,
  coinNameByAsset: CoinNameByAsset,
  previousSnapshot: MarketSnapshot | undefined,
  now: Date,
): Promise<Map<string, Float32Array>> {
  const pricedAssets = new Set(previousSnapshot?.prices.map(({ asset }) => asset));
  const unpricedCoins = [...coinNameByAsset]
    .filter(([asset]) => !pricedAssets.has(asset))
    .slice(0, PRICE_HISTORIES_MAX);
  const historyByCoin = await source.priceHistories(unpricedCoins.map(([, coin]) => coin));
  return new Map(
    unpricedCoins.flatMap(([asset, coin]) => {
      const priceHistory = historyByCoin.get(coin);
      if (priceHistory === undefined) return [];
      return [
        [
          asset,
          takeLastDays(priceHistory.firstDay, priceHistory.prices, dayOf(now.getTime()), PRICE_HISTORY_DAYS),
        ],
      ];
    }),
  );
}

function chainTvlOfSnapshot(previousSnapshot: MarketSnapshot | undefined): ChainTvl[] {
  const chainTvlTable = previousSnapshot?.chainTvl;
  return chainTvlTable?.keys.map((chain, row) => ({ chain, tvl: chainTvlTable.tvl[row] ?? 0 })) ?? [];
}

/**
 * Returns the TVL of each chain. Reads the TVL history of a listed chain only if the previous snapshot has too few days
 * of it.
 */
async function readChainTvl(
  { source, log }: IngestOptions,
  records: readonly StrategyRecord[],
  previousSnapshot: MarketSnapshot | undefined,
  now: Date,
): Promise<ChainTvl[]> {
  const tvlTotalByChain = new Map<string, { tvl: number; name: string }>();
  for (const { name, tvlUsd } of await source.chains()) {
    const chain = toChainSlug(name);
    tvlTotalByChain.set(chain, { name, tvl: (tvlTotalByChain.get(chain)?.tvl ?? 0) + tvlUsd });
  }
  const listedChains = new Set(records.map(({ chain }) => chain));
  const chainsWithoutHistory = [...tvlTotalByChain]
    .filter(
      ([chain]) =>
        listedChains.has(chain) && countKnownDays(previousSnapshot, chain) < MIN_KNOWN_HISTORY_DAYS,
    )
    .sort(([, a], [, b]) => b.tvl - a.tvl)
    .slice(0, CHAIN_HISTORIES_MAX);
  const historyByChain = new Map<string, Float32Array>();
  await forEachParallel(chainsWithoutHistory, CHAIN_HISTORY_CONCURRENCY, async ([chain, { name }]) => {
    try {
      const { firstDay, tvl } = await source.chainTvlHistory(name);
      historyByChain.set(chain, takeLastDays(firstDay, tvl, dayOf(now.getTime()), TVL_HISTORY_DAYS));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      log.warn("A chain's history could not be read", { chain, reason: error.message });
    }
  });
  return Array.from(tvlTotalByChain, ([chain, { tvl }]) => {
    const tvlHistory = historyByChain.get(chain);
    return { chain, tvl, ...(tvlHistory === undefined ? {} : { history: tvlHistory }) };
  });
}

function countKnownDays(previousSnapshot: MarketSnapshot | undefined, chain: string): number {
  const row = previousSnapshot?.chainTvl.keys.indexOf(chain) ?? -1;
  const tvlHistory = previousSnapshot?.chainTvl.history[row];
  return tvlHistory?.reduce((count, tvl) => (Number.isNaN(tvl) ? count : count + 1), 0) ?? 0;
}

/**
 * Returns one value per day for the last `days` days, including today. `firstDay` is the day of the first given value.
 * NaN means unknown.
 */
function takeLastDays(firstDay: number, values: Float32Array, today: number, days: number): Float32Array {
  const dayOffset = today - days + 1 - firstDay;
  return Float32Array.from({ length: days }, (_, index) => values[index + dayOffset] ?? Number.NaN);
}
