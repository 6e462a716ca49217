import { DAY_MS } from '../../../platform/domain/days.ts';
import { coinNameOf } from '../../domain/coins.ts';
import type { ChainTvlHistory, CoinPrice, PriceHistory } from '../market-source.ts';
import { SAMPLE_ASSETS, SAMPLE_CHAINS, type SampleAsset } from './market.ts';
import { combineHashes, hashText, noiseAt } from './noise.ts';

const ASSET_BY_COIN = new Map(SAMPLE_ASSETS.map((asset) => [coinNameOf(asset.symbol), asset]));
const PRICE_VOLATILITY = { major: 0.12, minor: 0.3 } as const;
/** Standard deviation of a stablecoin's price around 1 USD. */
const STABLECOIN_PRICE_VOLATILITY = 0.0003;
/** Standard deviation of ln(TVL) of a chain over time. */
const CHAIN_TVL_VOLATILITY = 0.08;
const PRICE_HISTORY_DAYS = 31;

/** Assets of one family, such as ETH and WETH, get the same random price changes. Each stablecoin has its own. */
function computeSamplePriceUsd(asset: SampleAsset, seed: number, day: number): number {
  const logPriceNoise =
    asset.volatilityClass === 'stable'
      ? STABLECOIN_PRICE_VOLATILITY * noiseAt(combineHashes(seed, hashText(asset.symbol)), day)
      : PRICE_VOLATILITY[asset.volatilityClass] * noiseAt(combineHashes(seed, hashText(asset.family)), day);
  return Number((asset.priceUsd * Math.exp(logPriceNoise)).toPrecision(8));
}

export function buildSamplePrices(coinNames: readonly string[], seed: number, nowMs: number): CoinPrice[] {
  return coinNames.flatMap((coin) => {
    const asset = ASSET_BY_COIN.get(coin);
    if (asset === undefined) return [];
    const price = computeSamplePriceUsd(asset, seed, nowMs / DAY_MS);
    return [{ coin, symbol: asset.symbol, priceUsd: price, confidence: 0.99, observedAtMs: nowMs }];
  });
}

export function buildSamplePriceHistories(
  coinNames: readonly string[],
  seed: number,
  today: number,
): Map<string, PriceHistory> {
  const firstDay = today - PRICE_HISTORY_DAYS + 1;
  return new Map(
    coinNames.flatMap((coin) => {
      const asset = ASSET_BY_COIN.get(coin);
      if (asset === undefined) return [];
      const prices = Float32Array.from({ length: PRICE_HISTORY_DAYS }, (_, index) =>
        computeSamplePriceUsd(asset, seed, firstDay + index + 0.5),
      );
      return [[coin, { firstDay, prices }] as const];
    }),
  );
}

/** Returns the TVL of a whole chain, in USD. */
export function chainTvlOnDay(seed: number, name: string, day: number): number {
  const chain = SAMPLE_CHAINS.find((candidate) => candidate.name === name);
  const tvlFactor = Math.exp(CHAIN_TVL_VOLATILITY * noiseAt(combineHashes(seed, hashText(name)), day));
  return Math.round((chain?.tvlBillions ?? 0) * 1e9 * tvlFactor);
}

export function createSampleChainTvlHistory(
  seed: number,
  name: string,
  today: number,
  days: number,
): ChainTvlHistory {
  const tvl = Float32Array.from({ length: days }, (_, offset) =>
    chainTvlOnDay(seed, name, today - days + offset + 0.5),
  );
  return { firstDay: today - days, tvl };
}
