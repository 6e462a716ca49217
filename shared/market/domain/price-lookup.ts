/** Returns USD for one whole token by its upper-case symbol, or undefined without a price. */
export type PriceOf = (asset: string) => number | undefined;

/**
 * Tokens that can be exchanged one for one. A token without a price uses the price of the other
 * one.
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

/** Returns a lookup by asset that also tries the wrapped or unwrapped form of the asset. */
export function priceLookup<T>(
  prices: Iterable<readonly [asset: string, price: T]>,
): (asset: string) => T | undefined {
  const byAsset = new Map(prices);
  return (asset) => byAsset.get(asset) ?? byAsset.get(SAME_PRICE[asset] ?? asset);
}
