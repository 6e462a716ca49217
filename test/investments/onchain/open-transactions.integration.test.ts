import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Hex } from '../../../shared/chain/abi.ts';
import { encodeStepCall } from '../../../shared/chain/erc4626.ts';
import { readBlock } from '../../../shared/chain/node.ts';
import { OPEN_TRANSACTIONS_MAX } from '../../../shared/investments/contract/investment.ts';
import type { ChainTransaction } from '../../../shared/investments/contract/transactions/onchain-responses.ts';
import { readBalance } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { watchChain } from '../../../shared/investments/watcher/watcher.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { startFaultyNode } from '../../support/chain/faulty-node.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket, vaultPositionOf } from '../../support/chain/vault-market.ts';
import { pendingVaultTransaction, storeVaultTransaction } from '../../support/chain/vault-transactions.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

const CONFIRMATIONS = 2;
const USDC = 10n ** 6n;
/** 200 gwei: higher than the gas price of earlier transactions. */
const HIGHER_GAS_PRICE: Hex = '0x2e90edd000';
const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

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

async function confirm(): Promise<void> {
  await chain.mine(CONFIRMATIONS);
  await market.watch();
}

/** Stores pending vault transactions directly in the table, in addition to those that the service creates. */
async function store(count: number, changes: Partial<Parameters<typeof pendingVaultTransaction>[0]> = {}) {
  for (let i = 0; i < count; i += 1) {
    const vaultTransaction = pendingVaultTransaction({
      id: `txn_more${i}`,
      vault: VAULT,
      wallet: ben,
      ...changes,
    });
    await storeVaultTransaction(table, vaultTransaction);
  }
}

describe('the limit of open on-chain transactions', () => {
  test('a deposit above the limit of open transactions per account and chain is rejected', async () => {
    await store(OPEN_TRANSACTIONS_MAX - 1);
    const last = await market.deposit('1');
    await expect(market.deposit('1')).rejects.toMatchObject({
      code: 'open_transaction_limit_reached',
      details: { max_open_transactions: OPEN_TRANSACTIONS_MAX },
    });
    await market.cancel(last.id);
    expect(await market.deposit('1')).toMatchObject({ status: 'pending' });
  }, 120_000);

  test('an account is not limited by the open transactions of another account', async () => {
    await store(OPEN_TRANSACTIONS_MAX, { owner_id: 'usr_b' });
    expect(await market.deposit('1')).toMatchObject({ status: 'pending', may_still_execute: true });
  }, 120_000);
});

describe('a transaction that no wallet signed', () => {
  const NEVER_SIGNED_FIELDS = { status: 'cancelled', may_still_execute: false };

  test('a cancellation with never_signed=true sets may_still_execute to false', async () => {
    const { id } = await market.deposit('25');
    expect((await market.cancel(id, true)).data).toMatchObject(NEVER_SIGNED_FIELDS);
    expect(await market.transaction(id)).toMatchObject(NEVER_SIGNED_FIELDS);
  }, 120_000);

  test('a second cancellation, now with never_signed=true, sets may_still_execute to false', async () => {
    const { id } = await market.deposit('25');
    await market.cancel(id);
    expect(await market.transaction(id)).toMatchObject({ status: 'cancelled', may_still_execute: true });
    await expect(market.submit(id, [`0x${'ab'.repeat(32)}`])).rejects.toMatchObject({
      code: 'transaction_not_open',
      message: expect.stringMatching(/cancelled .* call POST .*cancel with {"never_signed": true}/),
      details: { status: 'cancelled' },
    });
    await market.cancel(id, true);
    expect(await market.transaction(id)).toMatchObject(NEVER_SIGNED_FIELDS);
  }, 120_000);

  test('a transaction that was cancelled with never_signed=true is still confirmed if the wallet sends its steps later', async () => {
    const { id, steps } = await market.deposit('25');
    await market.cancel(id, true);
    for (const { to, data } of steps) {
      if (data === null) throw new Error('A step has no call data');
      await chain.send({ from: ann, to: `0x${to.slice(2)}`, data: `0x${data.slice(2)}` });
      await chain.mine(1);
    }
    await confirm();
    expect(await market.transaction(id)).toMatchObject({ status: 'confirmed', may_still_execute: false });
  }, 120_000);
});

describe('a transaction whose hash was submitted', () => {
  test('a transaction can be cancelled after the wallet sent the approval and declined to sign the deposit', async () => {
    const requested = await market.deposit('25');
    const approval = await chain.send({
      from: ann,
      to: chain.usdc,
      data: encodeStepCall.approve(VAULT, 25n * USDC),
    });
    await market.submit(requested.id, [approval]);
    await confirm();
    expect(await market.transaction(requested.id)).toMatchObject({ status: 'submitted' });
    await market.cancel(requested.id);
    expect(await market.transaction(requested.id)).toMatchObject({
      status: 'cancelled',
      may_still_execute: true,
    });
  }, 120_000);
});

describe('a transaction that the wallet sent, but that no block contains yet', () => {
  beforeEach(() => chain.rpc('evm_setAutomine', false));
  afterEach(() => chain.rpc('evm_setAutomine', true));

  /**
   * Sends the deposit step with a nonce gap, so that no block can contain it yet. Reports the step's hash to the
   * service.
   */
  async function sendStepWithNonceGap({ id, steps: [, step] }: ChainTransaction) {
    if (!step?.data) throw new Error('There are two calls');
    const nonce = Number(await chain.rpc('eth_getTransactionCount', ann, 'latest'));
    const at = (offset: number): Hex => `0x${(nonce + offset).toString(16)}`;
    const to: Hex = `0x${step.to.slice(2)}`;
    const hash = await chain.send({ from: ann, to, data: `0x${step.data.slice(2)}`, nonce: at(1) });
    await market.submit(id, [hash]);
    await market.watch();
    return {
      /** Lets the wallet use the nonce for another transaction, which has a higher gas price. */
      replace: async () => {
        const gasPrice = HIGHER_GAS_PRICE;
        await chain.send({ from: ann, to: ben, data: '0x', nonce: at(1), gasPrice });
        await chain.send({ from: ann, to: ben, data: '0x', nonce: at(0), gasPrice });
        await confirm();
      },
    };
  }

  test('an expired transaction may still execute until the wallet uses the same nonce in another transaction', async () => {
    const requested = await market.deposit('25');
    const { replace } = await sendStepWithNonceGap(requested);
    await chain.rpc('evm_increaseTime', 2 * 3_600);
    await confirm();
    await confirm();
    expect(await market.transaction(requested.id)).toMatchObject({
      status: 'expired',
      may_still_execute: true,
    });
    await replace();
    expect(await market.transaction(requested.id)).toMatchObject({
      status: 'expired',
      may_still_execute: false,
    });
  }, 120_000);

  test('a cancelled transaction may still execute until the wallet uses the same nonce in another transaction', async () => {
    const requested = await market.deposit('25');
    const { replace } = await sendStepWithNonceGap(requested);
    await market.cancel(requested.id);
    await confirm();
    expect(await market.transaction(requested.id)).toMatchObject({
      status: 'cancelled',
      may_still_execute: true,
    });
    await replace();
    expect(await market.transaction(requested.id)).toMatchObject({
      status: 'cancelled',
      may_still_execute: false,
    });
  }, 120_000);

  test('a cancellation with never_signed=true is rejected', async () => {
    const requested = await market.deposit('25');
    await sendStepWithNonceGap(requested);
    const rejection = {
      code: 'invalid_request',
      details: { issues: [{ path: 'body.never_signed', message: expect.stringContaining('same nonce') }] },
    };
    await expect(market.cancel(requested.id, true)).rejects.toMatchObject(rejection);
    expect(await market.transaction(requested.id)).toMatchObject({ status: 'submitted' });
    await market.cancel(requested.id);
    await expect(market.cancel(requested.id, true)).rejects.toMatchObject(rejection);
    expect(await market.transaction(requested.id)).toMatchObject({
      status: 'cancelled',
      may_still_execute: true,
    });
  }, 120_000);
});

describe('one run of the watcher', () => {
  test('the watcher asks the node for all reported hashes in one request', async () => {
    const hashOf = (i: number): Hex => `0x${(i + 1).toString(16).padStart(64, '0')}`;
    await market.cancel((await market.deposit('1')).id);
    await market.watch();
    for (let i = 0; i < 50; i += 1) {
      const vaultTransaction = pendingVaultTransaction({ id: `txn_more${i}`, vault: VAULT, wallet: ben });
      const hashes = [hashOf(2 * i), hashOf(2 * i + 1)];
      await storeVaultTransaction(table, { ...vaultTransaction, state: 'submitted', hashes });
    }
    const counting = await startFaultyNode(chain.settings.rpcUrl, {});
    try {
      await market.watch(table, { ...chain.settings, rpcUrl: counting.url });
    } finally {
      await counting.stop();
    }
    // One request each for the latest block, the logs and the hashes.
    expect(counting.faults.get('requests')).toBeLessThanOrEqual(3);
  }, 120_000);

  test('if the Lambda function of the watcher has no time left, the watcher adds no events to the ledger', async () => {
    await market.sign(await market.deposit('25'));
    await chain.mine(CONFIRMATIONS);
    const dependencies = { table, clock: () => market.nowMs, log: quiet, priceUsd: async () => 1 };
    const report = await watchChain({ ...dependencies, remainingMs: () => 0 }, chain.settings);
    expect(report).toMatchObject({ pending: 0, posted: 0, differing: 0 });
    expect(await watchChain(dependencies, chain.settings)).toMatchObject({
      pending: 1,
      posted: 1,
      differing: 0,
    });
    await market.agrees();
  }, 120_000);

  test('the watcher needs at most six requests to the node to record 100 deposits that another person made', async () => {
    await market.sign(await market.deposit('25'));
    await confirm();
    await chain.send({ from: ben, to: chain.usdc, data: encodeStepCall.approve(VAULT, 1_000n * USDC) });
    await chain.rpc('evm_setAutomine', false);
    try {
      for (let i = 0; i < 100; i += 1) {
        await chain.send({ from: ben, to: VAULT, data: encodeStepCall.deposit(2n, ann), gas: '0x30d40' });
      }
    } finally {
      await chain.rpc('evm_setAutomine', true);
    }
    await chain.mine(10 + CONFIRMATIONS);
    const counting = await startFaultyNode(chain.settings.rpcUrl, {});
    try {
      const settings = { ...chain.settings, rpcUrl: counting.url };
      expect(await market.watch(table, settings)).toMatchObject({ pending: 100, posted: 100, differing: 0 });
    } finally {
      await counting.stop();
    }
    expect(counting.faults.get('requests')).toBeLessThanOrEqual(6);
    const { state } = await readBalance(table, vaultPositionOf(chain, ann));
    expect(state).toMatchObject({ deposited: 25n * USDC, cost: 25n * USDC + 200n });
    await market.agrees();
  }, 120_000);
});

describe('the value of a vault position', () => {
  const observe = async () => {
    const latest = await readBlock(chain.settings, 'latest');
    const clock = () => (latest?.timestamp ?? 0) * 1_000;
    await market.observe(clock);
    return latest?.number;
  };
  const readCurrentValue = async () => {
    const { investments } = await market.positions();
    return { value: Number(investments[0]?.value), block: investments[0]?.onchain?.price_block_number };
  };

  test('the value falls at the first observation of the share price after a loss', async () => {
    await market.prove(ann);
    await market.sign(await market.deposit('100'));
    await confirm();
    await market.observe();
    const before = await readCurrentValue();
    expect(before.value).toBeCloseTo(100, 3);
    await chain.included(await chain.send({ from: ben, to: VAULT, data: call.lose(3_000n) }));
    const block = await observe();
    const after = await readCurrentValue();
    expect(after.value).toBeCloseTo(70, 1);
    expect(after.block).toBe(block);
    // A gain does not change the value yet. It appears with the next stored price, ten minutes after the previous
    // price.
    await chain.included(await chain.send({ from: ben, to: chain.usdc, data: call.mint(VAULT, 10n * USDC) }));
    await observe();
    expect(await readCurrentValue()).toEqual(after);
  }, 120_000);
});
