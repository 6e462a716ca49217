import { chainSlug } from '../chain/contract/chains.ts';
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
import { type CoinsByAsset, coinsToPrice, MIN_PRICE_CONFIDENCE } from './domain/coins.ts';
import type { Intake } from './domain/intake.ts';
import type { HistoryPass } from './history-pass.ts';
import { orElse } from './optional.ts';
import type { IngestOptions } from './options.ts';
import { SourceError } from './sources/market-source.ts';

/** Chains whose history is read in one run, at most, and at once. */
const CHAIN_HISTORIES_MAX = 40;
const CHAIN_HISTORIES_AT_ONCE = 4;
/** Assets whose price history is read in one run, at most. */
const PRICE_HISTORIES_MAX = 60;
/** A chain with fewer days than this in the snapshot before has its history read. */
const KNOWN_HISTORY_DAYS = 30;

/**
 * The market snapshot of the run: prices, whole chains, and the groups of the listed strategies. Prices or chains that
 * the source does not return keep their last values and times.
 */
export async function marketPass(
  options: IngestOptions,
  intake: Intake,
  records: readonly StrategyRecord[],
  histories: HistoryPass,
  previous: MarketSnapshot | undefined,
  now: Date,
): Promise<MarketSnapshot> {
  const coins = coinsToPrice(intake.accepted.values());
  const [prices, priceHistories, chainTvl] = await Promise.all([
    orElse(options, 'prices', () => pricesOf(options, coins), previous?.prices ?? []),
    orElse(options, 'price histories', () => priceHistoriesOf(options, coins, previous, now), undefined),
    orElse(options, 'chains', () => chainsOf(options, records, previous, now), networksOf(previous)),
  ]);
  const series = records.flatMap((record) => {
    const tvl = histories.outcomes.get(record.id)?.tvl;
    return tvl === undefined ? [] : [{ record, tvl }];
  });
  const read = histories.complete ? { series } : { added: series };
  return buildMarketSnapshot({ records, prices, priceHistories, chainTvl, previous, ...read, now });
}

async function pricesOf({ source }: IngestOptions, coins: CoinsByAsset): Promise<AssetPrice[]> {
  const found = new Map((await source.prices([...coins.values()])).map((price) => [price.coin, price]));
  return Array.from(coins).flatMap(([asset, coin]) => {
    const price = found.get(coin);
    // An address counts as the asset only if the source knows it by the same symbol.
    const known = coin.startsWith('coingecko:') || price?.symbol.toUpperCase() === asset;
    if (price === undefined || !known || (price.confidence ?? 1) < MIN_PRICE_CONFIDENCE) return [];
    const { priceUsd, confidence, observedAtMs } = price;
    return [{ asset, price: priceUsd, confidence, asOf: new Date(observedAtMs).toISOString() }];
  });
}

/** The last month's prices of assets that were not priced before; from then on their history goes on by itself. */
async function priceHistoriesOf(
  { source }: IngestOptions,
  coins: CoinsByAsset,
  previous: MarketSnapshot | undefined,
  now: Date,
): Promise<Map<string, Float32Array>> {
  const priced = new Set(previous?.prices.map(({ asset }) => asset));
  const wanted = [...coins].filter(([asset]) => !priced.has(asset)).slice(0, PRICE_HISTORIES_MAX);
  const found = await source.priceHistories(wanted.map(([, coin]) => coin));
  return new Map(
    wanted.flatMap(([asset, coin]) => {
      const history = found.get(coin);
      if (history === undefined) return [];
      return [[asset, lastDays(history.firstDay, history.price, dayOf(now.getTime()), PRICE_HISTORY_DAYS)]];
    }),
  );
}

function networksOf(previous: MarketSnapshot | undefined): ChainTvl[] {
  const networks = previous?.networks;
  return networks?.keys.map((chain, row) => ({ chain, tvl: networks.tvl[row] ?? 0 })) ?? [];
}

/** TVL of whole chains; the history of those with strategies is read once, and goes on from there by itself. */
async function chainsOf(
  { source, log }: IngestOptions,
  records: readonly StrategyRecord[],
  previous: MarketSnapshot | undefined,
  now: Date,
): Promise<ChainTvl[]> {
  const tvlOf = new Map<string, { tvl: number; name: string }>();
  for (const { name, tvlUsd } of await source.chains()) {
    const chain = chainSlug(name);
    tvlOf.set(chain, { name, tvl: (tvlOf.get(chain)?.tvl ?? 0) + tvlUsd });
  }
  const listed = new Set(records.map(({ chain }) => chain));
  const wanted = [...tvlOf]
    .filter(([chain]) => listed.has(chain) && knownDays(previous, chain) < KNOWN_HISTORY_DAYS)
    .sort(([, a], [, b]) => b.tvl - a.tvl)
    .slice(0, CHAIN_HISTORIES_MAX);
  const histories = new Map<string, Float32Array>();
  await forEachParallel(wanted, CHAIN_HISTORIES_AT_ONCE, async ([chain, { name }]) => {
    try {
      const { firstDay, tvl } = await source.chainTvlHistory(name);
      histories.set(chain, lastDays(firstDay, tvl, dayOf(now.getTime()), TVL_HISTORY_DAYS));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      log.warn("A chain's history could not be read", { chain, reason: error.message });
    }
  });
  return Array.from(tvlOf, ([chain, { tvl }]) => {
    const history = histories.get(chain);
    return { chain, tvl, ...(history === undefined ? {} : { history }) };
  });
}

function knownDays(previous: MarketSnapshot | undefined, chain: string): number {
  const row = previous?.networks.keys.indexOf(chain) ?? -1;
  const history = previous?.networks.history[row];
  return history?.reduce((count, tvl) => (Number.isNaN(tvl) ? count : count + 1), 0) ?? 0;
}

/** The last `days` days of daily values that begin on `firstDay`, ending today, NaN where unknown. */
function lastDays(firstDay: number, values: Float32Array, today: number, days: number): Float32Array {
  const shift = today - days + 1 - firstDay;
  return Float32Array.from({ length: days }, (_, index) => values[index + shift] ?? Number.NaN);
}
