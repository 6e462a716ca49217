import { expect, test } from 'vitest';
import { fromVaultHolding } from '../../clients/dashboard/src/pages/positions/position.ts';
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

const earned = (value: string, text: string) => fromVaultHolding({ ...HOLDING, value, earned: text }).earned;

test('a loss of at most two base units of a vault position is shown as no earnings, because a vault rounds shares down', () => {
  expect(earned('999.999999', '-0.000001')).toBe('0');
  expect(earned('749.499998', '-0.000002')).toBe('0');
  expect(earned('0.99999999', '-0.00000001')).toBe('0');
  expect(earned('1.999999999999999998', '-0.000000000000000002')).toBe('0');
});

test('a larger loss of a vault position is shown', () => {
  expect(earned('999.999997', '-0.000003')).toBe('-0.000003');
  expect(earned('999.99999', '-0.00001')).toBe('-0.00001');
  expect(earned('0.999999', '-0.1')).toBe('-0.1');
  // The value has eight decimals, so the loss is 100 base units.
  expect(earned('0.99999912', '-0.000001')).toBe('-0.000001');
  expect(earned('1000.000001', '0.000001')).toBe('0.000001');
  expect(fromVaultHolding({ ...HOLDING, value: null, earned: null }).earned).toBeNull();
});
