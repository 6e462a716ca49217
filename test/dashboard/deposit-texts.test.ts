import { expect, test } from 'vitest';
import {
  computeExpectedEarnings,
  minimumDepositText,
  sandboxDepositText,
} from '../../clients/dashboard/src/pages/strategy/deposit-texts.ts';

test('the expected earnings over 90 days match the APY with compound interest', () => {
  const quarter = computeExpectedEarnings(333.33, 9.55) / 333.33;
  expect((1 + quarter) ** (365 / 90)).toBeCloseTo(1.0955, 10);
  expect(computeExpectedEarnings(333.33, 9.55).toFixed(2)).toBe('7.58');
  expect(computeExpectedEarnings(100, -200)).toBe(-100);
});

test('the minimum deposit is shown in US dollars and in the asset, where it is rounded up', () => {
  expect(minimumDepositText({ usd: 100, asset: 'USDC', price: 1.000343 })).toBe(
    'Minimum deposit: $100.00 (about 99.97 USDC).',
  );
  expect(sandboxDepositText({ usd: 100, asset: 'WETH', price: 3_000 })).toBe(
    'Sandbox: no wallet is charged. Enter any amount from $100.00 (about 0.033334 WETH).',
  );
});

test('the minimum deposit is shown only in US dollars if the asset has no known price', () => {
  expect(minimumDepositText({ usd: 100, asset: 'USDC', price: undefined })).toBe('Minimum deposit: $100.00.');
  expect(minimumDepositText({ usd: 0, asset: 'USDC', price: 1 })).toBeUndefined();
  expect(sandboxDepositText({ usd: 0, asset: 'USDC', price: 1 })).toBe(
    'Sandbox: no wallet is charged. Enter any amount.',
  );
});
