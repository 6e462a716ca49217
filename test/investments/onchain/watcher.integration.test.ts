import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Hex } from '../../../shared/chain/multicall.ts';
import { readBalance, readChainEntries } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { putCheckpoint } from '../../../shared/investments/store/onchain/chain-logs.ts';
import { verifyChainItems } from '../../../shared/investments/verify/verify-chain.ts';
import { watchAllChains } from '../../../shared/investments/watcher/watcher.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { formatSequence, ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { startFaultyNode } from '../../support/chain/faulty-node.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { type Figures, VaultMarket, vaultPositionOf } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { interceptCommands } from '../../support/engine/intercept-commands.ts';

const CONFIRMATIONS = 3;

let engine: EmbeddedTable;
let base: VaultChain;
let optimism: VaultChain;
beforeAll(async () => {
  engine = await startTable();
  [base, optimism] = await Promise.all([
    startVaultChain('base', CONFIRMATIONS),
    startVaultChain('optimism', CONFIRMATIONS),
  ]);
}, 120_000);
afterAll(async () => {
  await base?.stop();
  await optimism?.stop();
  await engine?.stop();
});

let table: Table;
let restoreChain: () => Promise<void>;
beforeEach(async () => {
  table = await engine.another();
  restoreChain = await base.keep();
});
afterEach(() => restoreChain());

const ann = () => ANN ?? '0x';
const ben = () => BEN ?? '0x';

/** Returns the dependencies of a run over all chains. */
const buildWatcherDependencies = ({ nowMs }: VaultMarket) => ({
  table,
  clock: () => nowMs,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  priceUsd: async () => undefined,
});

describe.each(['base', 'optimism'] as const)('a deposit on %s', (name) => {
  test('the watcher confirms the deposit after the wallet has signed and sent it', async () => {
    const chain = name === 'base' ? base : optimism;
    const market = await VaultMarket.open(table, chain);
    const before = await chain.sharesOf(ann());
    expect(before).toBe(0n);
    const vaultTransaction = await market.deposit('250.5');
    expect(vaultTransaction).toMatchObject({
      status: 'pending',
      settlement: 'onchain',
      simulated: true,
    });
    expect(vaultTransaction.steps.map(({ type }) => type)).toEqual(['approve', 'deposit']);
    await market.submit(vaultTransaction.id, await market.sign(vaultTransaction));
    expect(await market.watch()).toMatchObject({ pending: 1, posted: 0 });
    expect(await market.transaction(vaultTransaction.id)).toMatchObject({
      status: 'included',
      amount: '250.5',
    });
    await chain.mine(CONFIRMATIONS);
    expect(await market.watch()).toMatchObject({ pending: 0, posted: 1 });
    expect(await market.transaction(vaultTransaction.id)).toMatchObject({ status: 'confirmed' });
    expect(await market.watch()).toMatchObject({ pending: 0, posted: 0, voided: 0, reversed: 0 });
    await chain.rpc('evm_increaseTime', 30 * 86_400);
    await chain.mine(1);
    const out = await market.withdraw('all');
    expect(out.steps.map(({ type }) => type)).toEqual(['redeem']);
    await market.sign(out);
    await chain.mine(CONFIRMATIONS);
    await market.watch();
    const done = await market.transaction(out.id);
    expect(done.status).toBe('confirmed');
    expect(Number(done.amount)).toBeGreaterThan(250.5);
    expect(Number(done.amount)).toBeLessThan(253);
    await market.agrees();
  }, 120_000);
});

describe('the watcher of the chains', () => {
  test('the watcher finds external deposits and transfers of shares', async () => {
    const market = await VaultMarket.open(table, base);
    await market.cancel((await market.deposit('1')).id);
    await market.cancel((await market.deposit('1', ben())).id);
    const cancelledTransaction = await market.deposit('10');
    await market.cancel(cancelledTransaction.id);
    // The wallet sends the cancelled transaction anyway. Its confirmation on the chain overrides the cancellation.
    await market.sign(cancelledTransaction);
    const half = (await base.sharesOf(ann())) / 2n;
    await base.send({ from: ann(), to: VAULT, data: call.transfer(ben(), half) });
    await base.mine(CONFIRMATIONS);
    expect(await market.watch()).toMatchObject({ pending: 3, posted: 3 });
    expect(await market.transaction(cancelledTransaction.id)).toMatchObject({ status: 'confirmed' });
    await market.agrees();
    await market.agrees(ben());
    const kinds = (await readChainEntries(table, vaultPositionOf(base, ben()))).map(({ kind }) => kind);
    expect(kinds).toEqual(['opening', 'transfer', 'transfer']);
  }, 120_000);

  test('a deposit that the wallet sent without a request is in the history with the source "external"', async () => {
    const market = await VaultMarket.open(table, base);
    const first = await market.deposit('100');
    await market.sign(first);
    await base.mine(CONFIRMATIONS);
    await market.watch();
    // The wallet sends the same calls again, but the account has not requested a second deposit.
    await market.sign(first);
    await base.mine(CONFIRMATIONS);
    await market.watch();
    await market.observe();
    expect(await market.positions()).toEqual({ investments: [], history: [], lines: [] });
    await market.prove(ann());
    const held = await market.positions();
    expect(held.investments).toMatchObject([{ id: first.investment_id, status: 'active', principal: '200' }]);
    expect(held.investments.map(figuresOf)).toEqual(held.lines.map(figuresOf));
    expect(Number(held.investments[0]?.value)).toBeGreaterThanOrEqual(200 - 1e-6);
    expect(held.history.map(({ source, amount, status }) => [source, amount, status])).toEqual([
      ['external', '100', 'confirmed'],
      ['transaction', '100', 'confirmed'],
    ]);
    await base.rpc('evm_increaseTime', 86_400);
    await base.mine(1);
    const out = await market.withdraw('all');
    await market.sign(out);
    await base.mine(CONFIRMATIONS);
    await market.watch();
    const after = await market.positions();
    expect(after.investments).toMatchObject([{ status: 'closed', value: '0', principal: '0' }]);
    expect(after.investments.map(figuresOf)).toEqual(after.lines.map(figuresOf));
    expect(after.history[0]).toMatchObject({ id: out.id, type: 'withdrawal', source: 'transaction' });
    expect(after.history[0]?.amount).toBe(after.investments[0]?.total_withdrawn);
    await market.agrees();
  }, 120_000);

  test.each([1, 2, 5, 12, 20])(
    'after a chain reorganization of %i blocks, the events of replaced blocks are reversed',
    async (depth) => {
      const market = await VaultMarket.open(table, base);
      await base.mine(30);
      const mark = await base.rpc('evm_snapshot');
      const vaultTransaction = await market.deposit('100');
      const [approval, sent] = await market.sign(vaultTransaction);
      await market.submit(vaultTransaction.id, [approval ?? '0x', sent ?? '0x']);
      await base.mine(depth - 1);
      await market.watch();
      const before = await market.transaction(vaultTransaction.id);
      expect(before.status).toBe(depth >= CONFIRMATIONS ? 'confirmed' : 'included');
      const hash = (await blockHash(base, before.block_number ?? 0)) ?? '';
      await base.rpc('evm_revert', mark);
      await base.rpc('evm_increaseTime', 7);
      await base.mine(depth + 4);
      expect(await blockHash(base, before.block_number ?? 0)).not.toBe(hash);
      const isConfirmed = depth >= CONFIRMATIONS;
      // A reversed confirmation is reported to operators.
      expect(await watchAllChains(buildWatcherDependencies(market), [base.settings])).toEqual({
        anomalies: isConfirmed ? 1 : 0,
        unwatched: 0,
      });
      const after = await market.transaction(vaultTransaction.id);
      expect(after.status).toBe(isConfirmed ? 'reversed' : 'submitted');
      await market.agrees();
      await market.sign(vaultTransaction);
      await base.mine(CONFIRMATIONS);
      await market.watch();
      expect(await market.transaction(vaultTransaction.id)).toMatchObject({ status: 'confirmed' });
      await market.agrees();
    },
    120_000,
  );

  test('the watcher reverses no events when a node has fewer blocks than the node of the previous run', async () => {
    const market = await VaultMarket.open(table, base);
    const vaultTransaction = await market.deposit('100');
    await market.sign(vaultTransaction);
    await base.mine(CONFIRMATIONS);
    await market.watch();
    const laggingNode = await startFaultyNode(base.settings.rpcUrl, { lagBlocks: 4 });
    try {
      const outcome = await market.watch(table, { ...base.settings, rpcUrl: laggingNode.url });
      expect(outcome).toMatchObject({ voided: 0, reversed: 0 });
    } finally {
      await laggingNode.stop();
    }
    expect(await market.transaction(vaultTransaction.id)).toMatchObject({ status: 'confirmed' });
    await market.agrees();
  }, 120_000);

  test.each([1, 2, 3, 4, 5, 6])(
    'the watcher reverses no event because of one wrong response of the blockchain node (response %i)',
    async (wrong) => {
      const market = await VaultMarket.open(table, base);
      const vaultTransaction = await market.deposit('100');
      await market.sign(vaultTransaction);
      await base.mine(CONFIRMATIONS);
      for (const settings of [base.settings, { ...base.settings, ephemeral: true }]) {
        let answers = 0;
        const draw = () => {
          answers += 1;
          return answers === wrong ? 0 : 1;
        };
        const erring = await startFaultyNode(base.settings.rpcUrl, { contradicting: 0.5, draw });
        const watcherRun = market.watch(table, { ...settings, rpcUrl: erring.url });
        const [outcome] = await Promise.allSettled([watcherRun]);
        await erring.stop();
        if (outcome.status === 'fulfilled') expect(outcome.value).toMatchObject({ voided: 0, reversed: 0 });
        else expect(outcome.reason).toMatchObject({ name: 'InconsistentNodeError' });
        await market.watch(table, settings);
        expect(await market.transaction(vaultTransaction.id)).toMatchObject({ status: 'confirmed' });
      }
      await market.agrees();
    },
    120_000,
  );

  test('the watcher rejects a node that belongs to another chain', async () => {
    const market = await VaultMarket.open(table, base);
    const done = await market.deposit('100');
    await market.sign(done);
    await base.mine(CONFIRMATIONS);
    await market.watch();
    const waiting = await market.deposit('7');
    await putCheckpoint(table, 'base', { block: 1, genesis: `0x${'ab'.repeat(32)}` });
    await expect(market.watch()).rejects.toThrow('another chain');
    expect(await watchAllChains(buildWatcherDependencies(market), [base.settings])).toEqual({
      anomalies: 0,
      unwatched: 1,
    });
    expect(await market.transaction(done.id)).toMatchObject({ status: 'confirmed' });
    const report = await market.watch(table, { ...base.settings, ephemeral: true });
    expect(report).toMatchObject({ pending: 0, posted: 0, differing: 0 });
    expect(await market.transaction(done.id)).toMatchObject({ status: 'reversed' });
    expect(await market.transaction(waiting.id)).toMatchObject({ status: 'expired' });
    const { posted, pending } = await readBalance(table, vaultPositionOf(base, ann()));
    expect([posted.shares, pending.shares]).toEqual([0n, 0n]);
    expect((await verifyChainItems(table)).differences).toEqual([]);
    // The watcher posts a new request on the restarted chain as usual. The node was not really restarted, so its chain
    // still contains the first deposit.
    const newDeposit = await market.deposit('5');
    await market.sign(newDeposit);
    await base.mine(CONFIRMATIONS);
    await market.watch();
    expect(await market.transaction(newDeposit.id)).toMatchObject({ status: 'confirmed' });
    await market.agrees();
  }, 120_000);

  test.each(['safe', 'finalized'] as const)(
    'a transaction is confirmed only in a %s block if the chain settings require such a block',
    async (confirmedBy) => {
      const market = await VaultMarket.open(table, base);
      const vaultTransaction = await market.deposit('100');
      await market.sign(vaultTransaction);
      const settings = { ...base.settings, confirmedBy };
      await base.mine(CONFIRMATIONS);
      await market.watch(table, settings);
      expect(await market.transaction(vaultTransaction.id)).toMatchObject({ status: 'included' });
      // A local node reports a block as `safe` at a depth of 32 blocks, and as `finalized` at a depth of 64 blocks.
      await base.mine(64);
      await market.watch(table, settings);
      expect(await market.transaction(vaultTransaction.id)).toMatchObject({ status: 'confirmed' });
      await market.agrees();
    },
    120_000,
  );

  test('a transaction that reverted on the chain fails with "reverted", and a replaced transaction with "replaced"', async () => {
    const market = await VaultMarket.open(table, base);
    const failing = await market.deposit('50');
    const [approve, deposit] = failing.steps;
    if (approve === undefined || !deposit?.data) throw new Error('There are two calls');
    // Without an approval the vault rejects the deposit.
    const bare = { from: ann(), to: VAULT, data: `0x${deposit.data.slice(2)}` as const };
    await market.submit(failing.id, [await base.send(bare)]);
    await base.mine(CONFIRMATIONS);
    await market.watch();
    expect(await market.transaction(failing.id)).toMatchObject({ status: 'failed', failure: 'reverted' });

    const replaced = await market.deposit('60');
    await base.rpc('evm_setAutomine', false);
    try {
      const nonce: Hex = `0x${Number(await base.rpc('eth_getTransactionCount', ann(), 'latest')).toString(16)}`;
      const [, step] = replaced.steps;
      if (!step?.data) throw new Error('There are two calls');
      const lost = await base.send({ ...bare, data: `0x${step.data.slice(2)}`, nonce });
      await market.submit(replaced.id, [lost]);
      await market.watch();
      await base.rpc('anvil_dropTransaction', lost);
      await base.send({ from: ann(), to: ben(), data: '0x', nonce });
      await base.mine(CONFIRMATIONS + 1);
    } finally {
      await base.rpc('evm_setAutomine', true);
    }
    await market.watch();
    expect(await market.transaction(replaced.id)).toMatchObject({ status: 'failed', failure: 'replaced' });
    await market.agrees();
  }, 120_000);

  test('an expired transaction is confirmed if the wallet sends it later', async () => {
    const market = await VaultMarket.open(table, base);
    const late = await market.deposit('5');
    await base.rpc('evm_increaseTime', 2 * 3_600);
    await base.mine(1);
    await market.watch();
    expect(await market.transaction(late.id)).toMatchObject({ status: 'expired' });
    await market.sign(late);
    await base.mine(CONFIRMATIONS);
    await market.watch();
    expect(await market.transaction(late.id)).toMatchObject({ status: 'confirmed' });
    await market.agrees();
  }, 120_000);

  test('the next run of the watcher completes the work of a run that was killed before or after any write', async () => {
    const market = await VaultMarket.open(table, base);
    const first = await market.deposit('11');
    await market.sign(first);
    const second = await market.deposit('22');
    await market.sign(second);
    await base.mine(CONFIRMATIONS);
    for (let writes = 0; ; writes += 1) {
      let left = writes;
      const dying = interceptCommands(table, ({ kind }) => {
        if (kind !== 'TransactWriteCommand' && kind !== 'PutCommand') return;
        if (left === 0) throw new Error('killed');
        left -= 1;
      });
      const outcome = await market.watch(dying).then(
        () => 'done',
        (error: Error) => error.message,
      );
      if (outcome === 'done') break;
      expect(outcome).toBe('killed');
      expect(writes).toBeLessThan(20);
    }
    for (const { id } of [first, second])
      expect(await market.transaction(id)).toMatchObject({ status: 'confirmed' });
    await market.agrees();
  }, 120_000);
});

test('the ledger verification reports a vault balance that differs from the sum of its recorded changes', async () => {
  const market = await VaultMarket.open(table, base);
  await market.sign(await market.deposit('7'));
  await base.mine(CONFIRMATIONS);
  await market.watch();
  const at = vaultPositionOf(base, ann());
  expect(await verifyChainItems(table)).toMatchObject({ positions: 1, entries: 3, differences: [] });
  const Key = ITEMS.chainBalance.key({ ...at });
  const put = (pending: bigint) =>
    table.client.send(
      new UpdateCommand({
        ...{ TableName: table.name, Key, UpdateExpression: 'SET pending = :pending' },
        ExpressionAttributeValues: { ':pending': { assets: String(pending), shares: '0' } },
      }),
    );
  await put(1n);
  expect((await verifyChainItems(table)).differences).not.toEqual([]);
  await put(0n);
  const entry = ITEMS.chainEntry.key({ ...at, sequence: formatSequence(1) });
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: entry }));
  expect((await verifyChainItems(table)).differences).not.toEqual([]);
}, 120_000);

describe('a requested vault transaction', () => {
  test('a repeated idempotency key returns the same steps', async () => {
    const market = await VaultMarket.open(table, base);
    const first = await market.deposit('1', ann(), 'k');
    expect(await market.deposit('1', ann(), 'k')).toEqual(first);
    await expect(market.deposit('99999999')).rejects.toMatchObject({ code: 'insufficient_balance' });
    await expect(market.withdraw('1')).rejects.toMatchObject({ code: 'insufficient_balance' });
    await expect(market.submit('txn_none', ['0x1'])).rejects.toMatchObject({ code: 'transaction_not_found' });
  }, 120_000);

  test('a deposit into a paused vault fails in the simulation and is rejected', async () => {
    const market = await VaultMarket.open(table, base);
    await base.send({ from: ann(), to: VAULT, data: call.setPaused(true) });
    await expect(market.deposit('1')).rejects.toMatchObject({
      code: 'simulation_failed',
      details: { step: 1 },
    });
  }, 120_000);

  test('after the vault lost 30% of its assets, a withdrawal of everything pays the remaining value', async () => {
    const market = await VaultMarket.open(table, base);
    await market.sign(await market.deposit('100'));
    await base.send({ from: ann(), to: VAULT, data: call.lose(3_000n) });
    await base.mine(CONFIRMATIONS);
    await market.watch();
    await market.observe();
    const out = await market.withdraw('all');
    await market.sign(out);
    await base.mine(CONFIRMATIONS);
    await market.watch();
    expect(Number((await market.transaction(out.id)).amount)).toBeLessThan(101);
    await market.agrees();
  }, 120_000);
});

/** Returns the fields that occur in both investments and statements. */
const figuresOf = ({
  value,
  principal,
  earned,
  realized_earnings,
  total_deposited,
  total_withdrawn,
}: Figures) => ({
  ...{ value, principal, earned, realized_earnings, total_deposited, total_withdrawn },
});

async function blockHash(chain: VaultChain, number: number): Promise<unknown> {
  const block: unknown = await chain.rpc('eth_getBlockByNumber', `0x${number.toString(16)}`, false);
  return typeof block === 'object' && block !== null && 'hash' in block ? block.hash : undefined;
}
