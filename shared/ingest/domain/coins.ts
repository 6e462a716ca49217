import type { Observation } from './normalize.ts';

/** CoinGecko ids of well-known assets by symbol. The price source accepts these ids for every chain. */
const COINGECKO_IDS: Readonly<Record<string, string>> = {
  ETH: 'ethereum',
  WETH: 'weth',
  BTC: 'bitcoin',
  WBTC: 'wrapped-bitcoin',
  CBBTC: 'coinbase-wrapped-btc',
  BTCB: 'binance-bitcoin',
  USDC: 'usd-coin',
  USDT: 'tether',
  DAI: 'dai',
  USDS: 'usds',
  USDE: 'ethena-usde',
  GHO: 'gho',
  FRAX: 'frax',
  CRVUSD: 'crvusd',
  STETH: 'staked-ether',
  WSTETH: 'wrapped-steth',
  RETH: 'rocket-pool-eth',
  CBETH: 'coinbase-wrapped-staked-eth',
  WEETH: 'wrapped-eeth',
  SOL: 'solana',
  JITOSOL: 'jito-staked-sol',
  MSOL: 'msol',
  BNB: 'binancecoin',
  WBNB: 'wbnb',
  AVAX: 'avalanche-2',
  WAVAX: 'wrapped-avax',
  POL: 'polygon-ecosystem-token',
  WPOL: 'polygon-ecosystem-token',
  ARB: 'arbitrum',
  OP: 'optimism',
  LINK: 'chainlink',
  AAVE: 'aave',
  UNI: 'uniswap',
  CRV: 'curve-dao-token',
  LDO: 'lido-dao',
  PENDLE: 'pendle',
  AERO: 'aerodrome-finance',
  PEPE: 'pepe',
  CAKE: 'pancakeswap-token',
  JUP: 'jupiter-exchange-solana',
  BONK: 'bonk',
};

/** Returns the price source's name for the symbol of a well-known asset; undefined for other symbols. */
export function coinNameOf(asset: string): string | undefined {
  const id = COINGECKO_IDS[asset];
  return id === undefined ? undefined : `coingecko:${id}`;
}

/** Maps this service's chain names to those of the price source. Chains with the same name are left out. */
const PRICE_SOURCE_CHAIN_NAMES: Readonly<Record<string, string>> = {
  avalanche: 'avax',
  gnosis: 'xdai',
  'zksync-era': 'era',
  'op-bnb': 'op_bnb',
  'hyperliquid-l1': 'hyperliquid',
};

/** Maximum number of assets whose prices one ingestion reads. Assets with a higher TVL come first. */
export const PRICED_ASSETS_MAX = 400;
/** Minimum confidence of a price, 0 to 1. */
export const MIN_PRICE_CONFIDENCE = 0.8;

/** Names of coins at the price source, by asset symbol. */
export type CoinNameByAsset = ReadonlyMap<string, string>;

/**
 * Returns the coin names to request from the price source, by asset symbol. Assets that are not well known are
 * requested by token address, because anybody can create a token with a known symbol.
 */
export function selectCoinsToPrice(observations: Iterable<Observation>): CoinNameByAsset {
  const totalsByAsset = new Map<
    string,
    { tvlUsd: number; largestPartUsd: number; address: string | undefined }
  >();
  for (const { chain, tvlUsd, underlyingAssets, tokenAddresses } of observations) {
    const hasAddressPerAsset = tokenAddresses.length === underlyingAssets.length;
    underlyingAssets.forEach((asset, index) => {
      const tvlPerAssetUsd = tvlUsd / underlyingAssets.length;
      const assetTotals = totalsByAsset.get(asset) ?? { tvlUsd: 0, largestPartUsd: 0, address: undefined };
      assetTotals.tvlUsd += tvlPerAssetUsd;
      const tokenAddress = hasAddressPerAsset ? tokenAddresses[index] : undefined;
      if (tokenAddress !== undefined && tvlPerAssetUsd > assetTotals.largestPartUsd) {
        assetTotals.largestPartUsd = tvlPerAssetUsd;
        assetTotals.address = `${PRICE_SOURCE_CHAIN_NAMES[chain] ?? chain}:${tokenAddress}`;
      }
      totalsByAsset.set(asset, assetTotals);
    });
  }
  const coinByAsset = new Map<string, string>();
  for (const [asset, { address }] of [...totalsByAsset].sort(
    ([a, x], [b, y]) => y.tvlUsd - x.tvlUsd || (a < b ? -1 : 1),
  )) {
    if (coinByAsset.size === PRICED_ASSETS_MAX) break;
    const coin = coinNameOf(asset) ?? address;
    if (coin !== undefined) coinByAsset.set(asset, coin);
  }
  return coinByAsset;
}
