import { expect, test } from 'vitest';
import { PRICED_ASSETS_MAX, selectCoinsToPrice } from '../../../shared/ingest/domain/coins.ts';
import { observationOf } from '../../support/market/pools.ts';

test('the price of a well-known asset is requested by its CoinGecko id', () => {
  const coins = selectCoinsToPrice([observationOf({ asset: 'USDC', tokenAddresses: ['0xfake'] })]);
  expect(Object.fromEntries(coins)).toEqual({ USDC: 'coingecko:usd-coin' });
});

test('the price of a less known asset is requested by the token address of the largest pool that has a token address', () => {
  const pools = [
    observationOf({ underlyingAssets: ['XYZ'], tokenAddresses: ['0xsmall'], tvlUsd: 20_000 }),
    observationOf({
      underlyingAssets: ['XYZ'],
      tokenAddresses: ['0xlarge'],
      tvlUsd: 90_000,
      chain: 'avalanche',
    }),
    observationOf({ underlyingAssets: ['XYZ'], tokenAddresses: [], tvlUsd: 1e9 }),
  ];
  expect(selectCoinsToPrice(pools).get('XYZ')).toBe('avax:0xlarge');
});

test('no price is requested for an unknown asset whose pools have no token address', () => {
  expect(selectCoinsToPrice([observationOf({ underlyingAssets: ['XYZ'], tokenAddresses: [] })]).size).toBe(0);
});

test('no price is requested if a pool has several assets but not an address for each of them', () => {
  const pool = observationOf({ underlyingAssets: ['XYZ', 'UVW'], tokenAddresses: ['0x1'] });
  expect(selectCoinsToPrice([pool]).size).toBe(0);
});

test('prices are requested only for the assets with the highest TVL if there are too many assets', () => {
  const pools = Array.from({ length: PRICED_ASSETS_MAX + 5 }, (_, index) =>
    observationOf({ underlyingAssets: [`T${index}`], tokenAddresses: [`0x${index}`], tvlUsd: 1e6 + index }),
  );
  const coins = selectCoinsToPrice(pools);
  expect(coins.size).toBe(PRICED_ASSETS_MAX);
  expect(coins.has('T4')).toBe(false);
  expect(coins.has('T5')).toBe(true);
});
