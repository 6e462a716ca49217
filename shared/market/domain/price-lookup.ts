/** Returns the price of one whole token in USD by its upper-case symbol; undefined if there is no price. */
export type PriceOf = (asset: string) => number | undefined;

/** Pairs of tokens that can be exchanged one for one. If a token has no price, the price of the other token is used. */
const EQUIVALENT_TOKENS: Readonly<Record<string, string>> = {
  ETH: 'WETH',
  BTC: 'WBTC',
  POL: 'WPOL',
  WETH: 'ETH',
  WPOL: 'POL',
  WMATIC: 'POL',
  MATIC: 'POL',
};

/** Returns a function that looks up the price of an asset, or else of its wrapped or unwrapped form. */
export function createPriceLookup<T>(
  prices: Iterable<readonly [asset: string, price: T]>,
): (asset: string) => T | undefined {
  const priceByAsset = new Map(prices);
  return (asset) => priceByAsset.get(asset) ?? priceByAsset.get(EQUIVALENT_TOKENS[asset] ?? asset);
}
