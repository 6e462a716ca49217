import { toHex } from 'viem/utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Hex } from '../../../shared/chain/abi.ts';
import { chainMove } from '../../../shared/investments/contract/transactions/move-responses.ts';
import { toChecksummedAddress } from '../../../shared/platform/domain/ethereum.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { deployDelegatedAccount } from '../../support/chain/contract-wallets.ts';
import { ANN, BEN, startVaultChain, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];

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
let restoreChain: () => Promise<void>;
beforeEach(async () => {
  table = await engine.another();
  restoreChain = await chain.keep();
});
afterEach(() => restoreChain());

const asHex = (text: string): Hex => `0x${text.slice(2)}`;

/** Makes the token take a fee on each transfer, in basis points, while its logs show the whole amount. */
const setTransferFee = (basisPoints: bigint) =>
  chain.rpc('anvil_setStorageAt', chain.usdc, toHex(3), toHex(basisPoints, { size: 32 }));

describe('the expected balance changes of a request', () => {
  test('the expected changes of a deposit and a withdrawal equal the changes on the chain', async () => {
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

  test('the withdrawal and the deposit of a move each show their own expected changes', async () => {
    const market = await VaultMarket.open(table, chain);
    const other = await VaultMarket.another(market, await chain.deployOddVault());
    await market.sign(await market.deposit('100'));
    const { withdrawal, deposit } = chainMove.parse(await market.moveTo(other, '30'));
    expect(withdrawal.expected_changes?.assets).toBe('30');
    expect(deposit.expected_changes).toEqual({ assets: '-30', shares: '30' });
  });

  test('the expected changes include the transfer fee of a token, even if the logs of the token do not show the fee', async () => {
    const market = await VaultMarket.open(table, chain);
    await market.sign(await market.deposit('100'));
    await setTransferFee(100n);
    expect((await market.withdraw('10')).expected_changes?.assets).toBe('9.9');
    await expect(market.deposit('10')).rejects.toMatchObject({
      code: 'unsafe_share_price',
      details: { reason: 'fee' },
    });
  });
});

describe('the actual balance changes of a confirmed transaction', () => {
  test('the actual changes of a confirmed transaction equal the expected changes', async () => {
    const market = await VaultMarket.open(table, chain);
    const deposit = await market.deposit('100');
    expect(deposit).toMatchObject({
      receiver_address: null,
      actual_changes: null,
      changes_as_expected: null,
    });
    await market.sign(deposit);
    await market.watch();
    expect(await market.transaction(deposit.id)).toMatchObject({
      receiver_address: toChecksummedAddress(ann),
      actual_changes: { assets: '-100' },
      changes_as_expected: true,
    });
    const out = await market.withdraw('all');
    await market.sign(out);
    await market.watch();
    const done = await market.transaction(out.id);
    expect(done).toMatchObject({ receiver_address: toChecksummedAddress(ann), changes_as_expected: true });
    expect(Number(done.actual_changes?.assets)).toBeCloseTo(100, 3);
    expect(done.actual_changes?.shares).toBe(out.expected_changes?.shares);
  });

  test('when a withdrawal was paid to another receiver, the actual changes show that the wallet received nothing', async () => {
    const market = await VaultMarket.open(table, chain);
    await market.sign(await market.deposit('100'));
    const out = await market.withdraw('40');
    const stepsToOtherReceiver = out.steps.map((step) => ({
      ...step,
      data: step.data?.replace(ann.slice(2), ben.slice(2)) ?? null,
    }));
    await market.sign({ ...out, steps: stepsToOtherReceiver });
    await market.watch();
    const done = await market.transaction(out.id);
    expect(done).toMatchObject({
      status: 'confirmed',
      receiver_address: toChecksummedAddress(ben),
      actual_changes: { assets: '0' },
      changes_as_expected: false,
    });
    expect(Number(done.actual_changes?.shares)).toBeCloseTo(-40, 3);
  });

  test('the actual changes of a deposit are unknown if its on-chain transaction contains a second deposit of the wallet', async () => {
    const market = await VaultMarket.open(table, chain);
    const wallet = await deployDelegatedAccount(chain, ann);
    const deposit = await market.deposit('100');
    const other = await market.deposit('30');
    await market.cancel(other.id);
    const calls = [...deposit.calls, ...other.calls].map(({ to, data }) => ({
      to: asHex(to),
      data: asHex(data),
    }));
    await wallet.send(calls);
    await market.watch();
    expect(await market.transaction(deposit.id)).toMatchObject({
      status: 'confirmed',
      receiver_address: toChecksummedAddress(ann),
      actual_changes: null,
      changes_as_expected: null,
    });
  });
});
