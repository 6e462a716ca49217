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

/** Returns the price source's name of a well-known asset by its symbol; undefined for other assets. */
export function coinNameOf(asset: string): string | undefined {
  const id = COINGECKO_IDS[asset];
  return id === undefined ? undefined : `coingecko:${id}`;
}

/** The price source's names of chains. The table contains only chains whose name differs from this service's name. */
const PRICE_CHAINS: Readonly<Record<string, string>> = {
  avalanche: 'avax',
  gnosis: 'xdai',
  'zksync-era': 'era',
  'op-bnb': 'op_bnb',
  'hyperliquid-l1': 'hyperliquid',
};

/** Maximum number of assets that one run prices. Assets with the highest TVL come first. */
export const PRICED_ASSETS_MAX = 400;
/** Minimum confidence of a price, 0 to 1. Prices with a lower confidence are not used. */
export const MIN_PRICE_CONFIDENCE = 0.8;

/** The price source's names of coins, by asset symbol. */
export type CoinsByAsset = ReadonlyMap<string, string>;

/**
 * Returns the name of the coin to price for each asset symbol. For a well-known asset, the name contains its
 * CoinGecko id. For any other asset, it contains the token address in the asset's largest pool, because anybody can
 * create a token with a known symbol.
 */
export function coinsToPrice(observations: Iterable<Observation>): CoinsByAsset {
  const byAsset = new Map<string, { tvlUsd: number; largestUsd: number; address: string | undefined }>();
  for (const { chain, tvlUsd, underlyingAssets, tokenAddresses } of observations) {
    const isAligned = tokenAddresses.length === underlyingAssets.length;
    underlyingAssets.forEach((asset, index) => {
      const part = tvlUsd / underlyingAssets.length;
      const entry = byAsset.get(asset) ?? { tvlUsd: 0, largestUsd: 0, address: undefined };
      entry.tvlUsd += part;
      const address = isAligned ? tokenAddresses[index] : undefined;
      if (address !== undefined && part > entry.largestUsd) {
        entry.largestUsd = part;
        entry.address = `${PRICE_CHAINS[chain] ?? chain}:${address}`;
      }
      byAsset.set(asset, entry);
    });
  }
  const coins = new Map<string, string>();
  for (const [asset, { address }] of [...byAsset].sort(
    ([a, x], [b, y]) => y.tvlUsd - x.tvlUsd || (a < b ? -1 : 1),
  )) {
    if (coins.size === PRICED_ASSETS_MAX) break;
    const coin = coinNameOf(asset) ?? address;
    if (coin !== undefined) coins.set(asset, coin);
  }
  return coins;
}
