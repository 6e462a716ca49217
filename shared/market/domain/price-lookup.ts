/** USD for one whole token by upper-case symbol; undefined where there is no price. */
export type PriceOf = (asset: string) => number | undefined;

/** Forms that are redeemed one for one for another, by whose price they count where they have none of their own. */
const SAME_PRICE: Readonly<Record<string, string>> = {
  ETH: 'WETH',
  BTC: 'WBTC',
  POL: 'WPOL',
  WETH: 'ETH',
  WPOL: 'POL',
  WMATIC: 'POL',
  MATIC: 'POL',
};

/** A lookup by asset that also finds a wrapped token by its underlying asset, and a coin by its wrapped form. */
export function priceLookup<T>(
  prices: Iterable<readonly [asset: string, price: T]>,
): (asset: string) => T | undefined {
  const byAsset = new Map(prices);
  return (asset) => byAsset.get(asset) ?? byAsset.get(SAME_PRICE[asset] ?? asset);
}
