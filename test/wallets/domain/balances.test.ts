import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPriceLookup } from '../../../shared/market/domain/price-lookup.ts';
import { computeWalletValue } from '../../../shared/wallets/domain/balances.ts';

const ALL = { includeZero: false, allRead: true };
const held = (asset: string, amountBaseUnits: bigint | undefined, decimals = 6) => ({
  chain: 'ethereum',
  asset,
  tokenAddress: null,
  decimals,
  amountBaseUnits,
});
const priceOf = createPriceLookup([
  ['USDC', 1],
  ['ETH', 2_000.5],
]);

test('the amount of a wallet balance is exact in base units and in decimal notation', () => {
  const { balances, total_usd, complete } = computeWalletValue(
    [held('USDC', 1_234_567_891n), held('ETH', 10n ** 18n / 4n, 18)],
    priceOf,
    ALL,
  );
  expect(balances).toMatchObject([
    { asset: 'USDC', amount: '1234.567891', amount_base_units: '1234567891', value_usd: 1234.57 },
    { asset: 'ETH', amount: '0.25', amount_base_units: '250000000000000000', value_usd: 500.13 },
  ]);
  expect([total_usd, complete]).toEqual([1734.7, true]);
});

test('a balance keeps every digit up to 2^256 - 1', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), fc.nat({ max: 36 }), (amount, decimals) => {
      const [balance] = computeWalletValue([held('X', amount, decimals)], priceOf, ALL).balances;
      expect(balance?.amount_base_units).toBe(String(amount));
      const [whole = '', fraction = ''] = (balance?.amount ?? '').split('.');
      expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(amount);
    }),
  );
});

test('the total value of a wallet is marked as incomplete if one of its tokens has no price', () => {
  const wallet = computeWalletValue([held('USDC', 5_000_000n), held('ODD', 7n)], priceOf, ALL);
  expect(wallet.balances[1]).toMatchObject({ price_usd: null, value_usd: null, amount: '0.000007' });
  expect([wallet.total_usd, wallet.complete]).toEqual([5, false]);
});

test('the total value of a wallet is marked as incomplete if a token amount could not be read', () => {
  const wallet = computeWalletValue([held('USDC', undefined)], priceOf, { includeZero: true, allRead: true });
  expect(wallet).toEqual({ balances: [], total_usd: 0, complete: false });
});

test('wallet balances include assets with a zero balance only if the request asks for them', () => {
  const rows = [held('USDC', 0n), held('ODD', 0n)];
  expect(computeWalletValue(rows, priceOf, ALL)).toEqual({ balances: [], total_usd: 0, complete: true });
  expect(computeWalletValue(rows, priceOf, { ...ALL, includeZero: true }).balances).toMatchObject([
    { asset: 'USDC', amount: '0', value_usd: 0 },
    { asset: 'ODD', amount: '0', value_usd: null },
  ]);
});

test('a wrapped token has the price of the token that it wraps, unless it has a separate price', () => {
  expect(priceOf('WETH')).toBe(2_000.5);
  expect(
    createPriceLookup([
      ['WETH', 1],
      ['ETH', 2],
    ])('WETH'),
  ).toBe(1);
  expect(priceOf('WBTC')).toBeUndefined();
});
