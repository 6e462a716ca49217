import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChainTransaction } from '../../../shared/investments/contract/transactions/onchain-responses.ts';
import { toChecksummedAddress } from '../../../shared/platform/domain/ethereum.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import {
  createBundledAccount,
  deployDelegatedAccount,
  deploySafe,
  type SmartWallet,
  type WalletCall,
} from '../../support/chain/contract-wallets.ts';
import {
  ANN,
  BEN,
  call,
  LOCAL_MNEMONIC,
  startVaultChain,
  VAULT,
  type VaultChain,
} from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

const CONFIRMATIONS = 2;
const USDC = 10n ** 6n;
const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];
const annAccount = mnemonicToAccount(LOCAL_MNEMONIC);

let engine: EmbeddedTable;
let chain: VaultChain;
beforeAll(async () => {
  engine = await startTable();
  chain = await startVaultChain('base', CONFIRMATIONS);
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await engine?.stop();
});

let table: Table;
let market: VaultMarket;
let restoreChain: () => Promise<void>;
beforeEach(async () => {
  table = await engine.another();
  restoreChain = await chain.keep();
  market = await VaultMarket.open(table, chain);
});
afterEach(() => restoreChain());

const callsOf = ({ calls }: ChainTransaction): WalletCall[] =>
  calls.map(({ to, data }) => ({ to: `0x${to.slice(2)}`, data: `0x${data.slice(2)}` }));

async function confirm(): Promise<void> {
  await chain.mine(CONFIRMATIONS);
  await market.watch();
}

/**
 * One wallet of each type, with 1,000 USDC. The code of the wallet contracts is from the npm packages of their authors.
 */
const WALLETS: Readonly<Record<string, () => Promise<SmartWallet>>> = {
  'a Safe that batches by MultiSend': () => deploySafe(chain, ann),
  'an ERC-4337 account whose bundler sends': () =>
    createBundledAccount(chain, { owner: ann, bundler: ben, sign: (hash) => annAccount.sign({ hash }) }),
  'an account that has delegated to a contract (EIP-7702)': () => deployDelegatedAccount(chain, ann),
};

describe.each(Object.entries(WALLETS))('%s as the wallet of an on-chain deposit', (_, make) => {
  async function funded(): Promise<SmartWallet> {
    const wallet = await make();
    const mint = { from: ben, to: chain.usdc, data: call.mint(wallet.address, 1_000n * USDC) };
    await chain.included(await chain.send(mint));
    return wallet;
  }

  test('a deposit and a withdrawal are confirmed although no transaction hash was reported', async () => {
    const wallet = await funded();
    const older = await market.deposit('100', wallet.address);
    const deposit = await market.deposit('100', wallet.address);
    expect(callsOf(deposit).map(({ to }) => to)).toEqual([chain.usdc, VAULT].map(toChecksummedAddress));
    await wallet.send(callsOf(deposit));
    await confirm();
    expect(await market.transaction(deposit.id)).toMatchObject({ status: 'confirmed', amount: '100' });
    expect(await market.transaction(older.id)).toMatchObject({ status: 'pending' });
    const out = await market.withdraw('40', wallet.address);
    await wallet.send(callsOf(out));
    await confirm();
    expect(await market.transaction(out.id)).toMatchObject({ status: 'confirmed', amount: '40' });
    await market.agrees(wallet.address);
  }, 120_000);

  test('if one on-chain transaction contains the attribution codes of two requests, it confirms both requests', async () => {
    const wallet = await funded();
    const first = await market.deposit('100', wallet.address);
    const second = await market.deposit('100', wallet.address);
    await wallet.send([...callsOf(second), ...callsOf(first)]);
    await confirm();
    for (const { id } of [first, second]) {
      // The transfers of the transaction cannot be divided between the two deposits. Therefore the service reports no
      // balance changes for either.
      expect(await market.transaction(id)).toMatchObject({
        status: 'confirmed',
        amount: '100',
        actual_changes: null,
        changes_as_expected: null,
      });
    }
    await market.agrees(wallet.address);
  }, 120_000);

  test('the transaction of the wallet stays pending when another wallet sends the same calls', async () => {
    const wallet = await funded();
    const requested = await market.deposit('100', wallet.address);
    const [, deposit] = callsOf(requested);
    const mint = { from: ben, to: chain.usdc, data: call.mint(ben, 100n * USDC) };
    await chain.included(await chain.send(mint));
    const [approve] = callsOf(await market.deposit('100', ben));
    for (const { to, data } of [approve, deposit].filter((each) => each !== undefined)) {
      await chain.included(await chain.send({ from: ben, to, data }));
    }
    await confirm();
    expect(await market.transaction(requested.id)).toMatchObject({ status: 'pending' });
  }, 120_000);
});
