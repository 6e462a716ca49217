/** Returns the price of one whole token in USD by its upper-case symbol; undefined if there is no price. */
export type PriceOf = (asset: string) => number | undefined;

/**
 * Tokens that can be exchanged one for one. If one of the two tokens has no price, the price of the other token is
 * used.
 */
const SAME_PRICE: Readonly<Record<string, string>> = {
  ETH: 'WETH',
  BTC: 'WBTC',
  POL: 'WPOL',
  WETH: 'ETH',
  WPOL: 'POL',
  WMATIC: 'POL',
  MATIC: 'POL',
};

/** Returns a function that looks up a price by asset. If the asset has none, it tries the wrapped or unwrapped form. */
export function priceLookup<T>(
  prices: Iterable<readonly [asset: string, price: T]>,
): (asset: string) => T | undefined {
  const byAsset = new Map(prices);
  return (asset) => byAsset.get(asset) ?? byAsset.get(SAME_PRICE[asset] ?? asset);
}
