import { expect, test } from 'vitest';
import {
  formatEarnedTotal,
  formatEarnings,
  isRoundingLoss,
  positionFromVaultHolding,
} from '../../clients/dashboard/src/pages/positions/position.ts';
import type { VaultHolding } from '../../clients/sdk/src/index.ts';

const HOLDING: VaultHolding = {
  strategy_id: 'strat_1',
  user_id: null,
  settlement: 'onchain',
  chain: 'base',
  vault_address: '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
  wallet_address: '0xAf73ee1c7baB54Da62fBa0009BFD9a0B6B0fcB85',
  wallet_proven: true,
  asset: 'USDC',
  shares: '999.5',
  pending_shares: '0',
  net_deposited: '1000',
  net_transferred: '0',
  value: '999.999999',
  earned: '-0.000001',
  priced_at: '2026-01-15T12:00:00.000Z',
  price_block_number: 7,
};

const PRICE_USD = 1;
const shown = (earned: string | null, price: number | undefined = PRICE_USD) =>
  formatEarnings(positionFromVaultHolding({ ...HOLDING, earned }), price);

test('a loss of less than one cent is shown as $0.00', () => {
  const reason = 'A vault rounds shares down, so the value can be a fraction of a cent below the deposit.';
  expect(shown('-0.000009')).toEqual({ text: '$0.00', title: `−0.000009 USDC. ${reason}` });
  expect(shown('-0.00000000001', 97_000).text).toBe('$0.00');
});

test('earnings of less than one cent are shown as <$0.01', () => {
  expect(shown('0.000012345')).toEqual({ text: '<$0.01', title: '0.000012345 USDC' });
});

test('earnings of at least one cent are shown as an amount of the asset', () => {
  expect(shown('0.01').text).toBe('0.01 USDC');
  expect(shown('-0.01').text).toBe('−0.01 USDC');
  expect(shown('-0.000009', 97_000).text).toBe('−0.000009 USDC');
  expect(shown('0').text).toBe('0 USDC');
  expect(formatEarnings(positionFromVaultHolding({ ...HOLDING, earned: '-0.000009' }), undefined).text).toBe(
    '−0.000009 USDC',
  );
  expect(shown(null).text).toBe('–');
});

test('only a loss of less than one cent counts as a rounding loss', () => {
  const isLoss = (earned: string | null, price: number | undefined = PRICE_USD) =>
    isRoundingLoss(positionFromVaultHolding({ ...HOLDING, earned }), price);
  expect(isLoss('-0.00009')).toBe(true);
  expect(isLoss('-0.01')).toBe(false);
  expect(isLoss('-0.00009', 97_000)).toBe(false);
  expect(isLoss('0')).toBe(false);
  expect(isLoss('0.00009')).toBe(false);
  expect(isLoss(null)).toBe(false);
});

test('total earnings that round to $0.00 are shown as <$0.01 if a position has earned something', () => {
  expect(formatEarnedTotal(0, true)).toBe('<$0.01');
  expect(formatEarnedTotal(0, false)).toBe('$0.00');
  expect(formatEarnedTotal(12.5, true)).toBe('$12.50');
});
