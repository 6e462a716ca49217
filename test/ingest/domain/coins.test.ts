import { expect, test } from 'vitest';
import { coinsToPrice, PRICED_ASSETS } from '../../../shared/ingest/domain/coins.ts';
import { observationOf } from '../../support/market/pools.ts';

test('a well-known asset is asked for by name, whatever token calls itself so', () => {
  const coins = coinsToPrice([observationOf({ asset: 'USDC', tokenAddresses: ['0xfake'] })]);
  expect(Object.fromEntries(coins)).toEqual({ USDC: 'coingecko:usd-coin' });
});

test('any other asset is asked for by its address in the largest pool', () => {
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
  expect(coinsToPrice(pools).get('XYZ')).toBe('avax:0xlarge');
});

test('an asset without an address is not asked for', () => {
  expect(coinsToPrice([observationOf({ underlyingAssets: ['XYZ'], tokenAddresses: [] })]).size).toBe(0);
});

test('addresses that cannot be told apart are not guessed', () => {
  const pool = observationOf({ underlyingAssets: ['XYZ', 'UVW'], tokenAddresses: ['0x1'] });
  expect(coinsToPrice([pool]).size).toBe(0);
});

test('only the assets with the highest TVL are asked for', () => {
  const pools = Array.from({ length: PRICED_ASSETS + 5 }, (_, index) =>
    observationOf({ underlyingAssets: [`T${index}`], tokenAddresses: [`0x${index}`], tvlUsd: 1e6 + index }),
  );
  const coins = coinsToPrice(pools);
  expect(coins.size).toBe(PRICED_ASSETS);
  expect(coins.has('T4')).toBe(false);
  expect(coins.has('T5')).toBe(true);
});
