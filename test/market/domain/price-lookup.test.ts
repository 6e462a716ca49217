import { expect, test } from 'vitest';
import { createPriceLookup } from '../../../shared/market/domain/price-lookup.ts';

test('if an asset has no price, the price lookup returns the price of the wrapped or unwrapped form of the asset', () => {
  const wrapped = createPriceLookup([
    ['WETH', 3_000],
    ['WBTC', 90_000],
    ['CBBTC', 89_000],
  ]);
  expect(['ETH', 'WETH', 'BTC', 'WBTC', 'CBBTC', 'STETH'].map(wrapped)).toEqual([
    3_000,
    3_000,
    90_000,
    90_000,
    89_000,
    undefined,
  ]);
  const own = createPriceLookup([
    ['ETH', 3_000],
    ['BTC', 91_000],
    ['WBTC', 90_000],
  ]);
  expect(['ETH', 'WETH', 'BTC'].map(own)).toEqual([3_000, 3_000, 91_000]);
});
