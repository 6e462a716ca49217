import { toHex } from 'viem/utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chainMove } from '../../../shared/investments/contract/movements/move-responses.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { startVaultChain, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

let engine: EmbeddedTable;
let chain: VaultChain;
beforeAll(async () => {
  engine = await startTable();
  chain = await startVaultChain('base', 1);
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await engine?.stop();
});

let table: Table;
let putBack: () => Promise<void>;
beforeEach(async () => {
  table = await engine.another();
  putBack = await chain.keep();
});
afterEach(() => putBack());

/** From now on the token takes a fee on each transfer, in hundredths of a percent, and logs the whole amount. */
const keepOfTransfers = (basisPoints: bigint) =>
  chain.rpc('anvil_setStorageAt', chain.usdc, toHex(3), toHex(basisPoints, { size: 32 }));

describe('the steps say what they do to the balances of the wallet', () => {
  test('for a deposit and a withdrawal, as the chain then does', async () => {
    const market = await VaultMarket.open(table, chain);
    const deposit = await market.deposit('100');
    expect(deposit.expected_changes).toEqual({ assets: '-100', shares: '100' });
    await market.sign(deposit);
    const part = await market.withdraw('40');
    expect(part.expected_changes?.assets).toBe('40');
    expect(Number(part.expected_changes?.shares)).toBeCloseTo(-40, 3);
    const all = await market.withdraw('all');
    expect(all.expected_changes?.shares).toBe('-100');
    expect(Number(all.expected_changes?.assets)).toBeCloseTo(100, 3);
  });

  test('for both halves of a move', async () => {
    const market = await VaultMarket.open(table, chain);
    const other = await VaultMarket.another(market, await chain.deployOddVault());
    await market.sign(await market.deposit('100'));
    const { withdrawal, deposit } = chainMove.parse(await market.moveTo(other, '30'));
    expect(withdrawal.expected_changes?.assets).toBe('30');
    expect(deposit.expected_changes).toEqual({ assets: '-30', shares: '30' });
  });

  test('where the token has begun to keep a part of each transfer, which its logs do not say', async () => {
    const market = await VaultMarket.open(table, chain);
    await market.sign(await market.deposit('100'));
    await keepOfTransfers(100n);
    expect((await market.withdraw('10')).expected_changes?.assets).toBe('9.9');
    await expect(market.deposit('10')).rejects.toMatchObject({
      code: 'unsafe_share_price',
      details: { reason: 'fee' },
    });
  });
});
