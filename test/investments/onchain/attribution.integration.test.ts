import { encodeFunctionData, parseAbi } from 'viem/utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Hex } from '../../../shared/chain/abi.ts';
import { appendAttribution, findAttributionCodes } from '../../../shared/chain/attribution.ts';
import { encodeStepCall } from '../../../shared/chain/erc4626.ts';
import type { ChainTransaction } from '../../../shared/investments/contract/transactions/onchain-responses.ts';
import { readChainEntries } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { readVaultTransaction } from '../../../shared/investments/store/vault-transactions.ts';
import { addVault } from '../../../shared/investments/vaults/vaults.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { startFaultyNode } from '../../support/chain/faulty-node.ts';
import { ANN, BEN, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket, vaultPositionOf } from '../../support/chain/vault-market.ts';
import { pendingVaultTransaction, storeVaultTransaction } from '../../support/chain/vault-transactions.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { publish } from '../../support/ledger.ts';

const CONFIRMATIONS = 2;
const USDC = 10n ** 6n;
/** 20 gwei. A fixed price, so that the same call with the same nonce is the same transaction. */
const GAS_PRICE: Hex = '0x4a817c800';
const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];

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

/** Returns the data of the last step, which calls the vault. */
function readVaultCallData({ steps }: ChainTransaction): Hex {
  const data = steps.at(-1)?.data;
  if (data === null || data === undefined) throw new Error('The transaction has no call of the vault');
  return `0x${data.slice(2)}`;
}

const attributionCodeOf = (transaction: ChainTransaction) =>
  findAttributionCodes(readVaultCallData(transaction)).join();

async function confirm(): Promise<void> {
  await chain.mine(CONFIRMATIONS);
  await market.watch();
}

const readStatusOf = async ({ id }: ChainTransaction) => (await market.transaction(id)).status;

/** Approves the vault and sends it a call, without the service. */
async function send(from: Hex, data: Hex, allowance = 1_000n * USDC): Promise<Hex> {
  await chain.send({
    from,
    to: chain.usdc,
    data: encodeStepCall.approve(VAULT, allowance),
    gasPrice: GAS_PRICE,
  });
  const hash = await chain.send({ from, to: VAULT, data, gasPrice: GAS_PRICE });
  await chain.included(hash);
  return hash;
}

describe('a vault event with an attribution code', () => {
  test('the event belongs to the request whose steps were sent, not to an older request with the same amount', async () => {
    const older = await market.deposit('50');
    const cancelled = await market.deposit('50');
    await market.cancel(cancelled.id);
    const sent = await market.deposit('50');
    await market.sign(sent);
    await confirm();
    expect(await readStatusOf(sent)).toBe('confirmed');
    expect(await readStatusOf(older)).toBe('pending');
    expect(await readStatusOf(cancelled)).toBe('cancelled');
  }, 120_000);

  test('the event is recorded as external when the wallet sends the steps of a confirmed request again', async () => {
    const once = await market.deposit('20');
    const twin = await market.deposit('20');
    await market.sign(once);
    await confirm();
    await market.sign(once);
    await confirm();
    expect(await readStatusOf(once)).toBe('confirmed');
    expect(await readStatusOf(twin)).toBe('pending');
    await market.agrees();
  }, 120_000);

  test('the event belongs to its request even if the wallet appends another suffix after the attribution code', async () => {
    const requested = await market.deposit('30');
    await send(ann, appendAttribution(readVaultCallData(requested), 'wallet'));
    await confirm();
    expect(await readStatusOf(requested)).toBe('confirmed');
  }, 120_000);

  test('the event is recorded as external when another person copied the code into a deposit for the wallet', async () => {
    const requested = await market.deposit('100');
    await send(ben, appendAttribution(encodeStepCall.deposit(1n, ann), attributionCodeOf(requested)));
    await send(ben, readVaultCallData(requested));
    await confirm();
    expect(await readStatusOf(requested)).toBe('pending');
    await market.sign(requested);
    await confirm();
    expect(await market.transaction(requested.id)).toMatchObject({ status: 'confirmed', amount: '100' });
    await market.agrees();
  }, 120_000);

  test('the transaction shows the amount of the vault event separately from the requested amount', async () => {
    const requested = await market.deposit('100');
    await send(ann, appendAttribution(encodeStepCall.deposit(40n * USDC, ann), attributionCodeOf(requested)));
    await confirm();
    const expectedTransaction = { status: 'confirmed', requested_amount: '100', amount: '40' };
    expect(await market.transaction(requested.id)).toMatchObject(expectedTransaction);
  }, 120_000);

  test('the event belongs to the owner of the wallet, not to another account that requested the same withdrawal', async () => {
    const deposited = await market.deposit('100');
    await market.sign(deposited);
    await confirm();
    const stranger = pendingVaultTransaction({
      ...{ id: 'txn_stranger', owner_id: 'usr_b', type: 'withdrawal', vault: VAULT, wallet: ann },
      ...{ assets: String(40n * USDC), created_at_ms: 0 },
    });
    await storeVaultTransaction(table, stranger);
    const own = await market.withdraw('40');
    await market.sign(own);
    await confirm();
    expect(await readStatusOf(own)).toBe('confirmed');
    expect(await readVaultTransaction(table, stranger.id)).toMatchObject({
      state: 'pending',
      included: null,
    });
  }, 120_000);
});

describe('a vault event without an attribution code', () => {
  test('the event is recorded as external when no account reported its transaction hash', async () => {
    const requested = await market.deposit('25');
    await send(ann, encodeStepCall.deposit(25n * USDC, ann));
    await confirm();
    expect(await readStatusOf(requested)).toBe('pending');
    await market.agrees();
  }, 120_000);

  test('the event is assigned to the request of an account that proved the wallet and reported the transaction hash', async () => {
    await market.prove(ann);
    const requested = await market.deposit('25');
    const first = await send(ann, encodeStepCall.deposit(7n * USDC, ann));
    const second = await send(ann, encodeStepCall.deposit(25n * USDC, ann));
    // The watcher checks all reported hashes. Only the second transaction has the amount of the request.
    await market.submit(requested.id, [first, second]);
    await market.submit(requested.id, [`0x${'ab'.repeat(32)}`]);
    await confirm();
    expect(await market.transaction(requested.id)).toMatchObject({
      status: 'confirmed',
      transaction_hash: second,
    });
  }, 120_000);

  test('if the account that reported the transaction hash has not proven the wallet, the event is recorded as external', async () => {
    const requested = await market.deposit('25');
    await market.submit(requested.id, [await send(ann, encodeStepCall.deposit(25n * USDC, ann))]);
    await confirm();
    expect(await readStatusOf(requested)).toBe('submitted');
  }, 120_000);
});

describe('a reported transaction hash', () => {
  test('a deposit does not fail if its reported hashes belong to an approval and to the transaction of another wallet', async () => {
    const requested = await market.deposit('25');
    const [approval] = requested.steps;
    if (!approval?.data) throw new Error('There is no approval');
    const approved = await chain.send({
      ...{ from: ann, to: chain.usdc, data: `0x${approval.data.slice(2)}` as const },
    });
    const foreign = await chain.send({ from: ben, to: VAULT, data: encodeStepCall.deposit(1n, ben) });
    await market.submit(requested.id, [approved, foreign]);
    await confirm();
    expect(await market.transaction(requested.id)).toMatchObject({ status: 'submitted', failure: null });
    await chain.rpc('evm_increaseTime', 2 * 3_600);
    await confirm();
    expect(await market.transaction(requested.id)).toMatchObject({ status: 'expired', failure: null });
  }, 120_000);

  test('a transaction fails with the reason no_effect if the reported call on the chain caused no vault event', async () => {
    const requested = await market.deposit('25');
    // Simulates a contract wallet that ignores the failure of its inner call: the chain transaction succeeds, but the
    // vault emits no event.
    const swallowed = await chain.send({ from: ann, to: ben, data: readVaultCallData(requested) });
    await market.submit(requested.id, [swallowed]);
    await confirm();
    expect(await market.transaction(requested.id)).toMatchObject({ status: 'failed', failure: 'no_effect' });
  }, 120_000);
});

describe('a node that leaves vault events out of its answers', () => {
  test('confirmed events that the node leaves out are not reversed', async () => {
    const requested = await market.deposit('25');
    await market.sign(requested);
    await confirm();
    const withholdingNode = await startFaultyNode(chain.settings.rpcUrl, { withholding: 1 });
    try {
      const report = await market.watch(table, { ...chain.settings, rpcUrl: withholdingNode.url });
      expect(report).toMatchObject({ voided: 0, reversed: 0 });
    } finally {
      await withholdingNode.stop();
    }
    expect(await readStatusOf(requested)).toBe('confirmed');
    await market.agrees();
  }, 120_000);
});

test('a vault event that is mined again in another block keeps its id', async () => {
  const mark = await chain.rpc('evm_snapshot');
  const data = encodeStepCall.deposit(10n * USDC, ann);
  await market.deposit('1');
  await send(ann, data);
  await market.watch();
  await chain.rpc('evm_revert', mark);
  await chain.rpc('evm_increaseTime', 7);
  await chain.mine(1);
  await send(ann, data);
  await confirm();
  const entries = await readChainEntries(table, vaultPositionOf(chain, ann));
  expect(entries.map(({ effect }) => effect)).toEqual(['opening', 'pending', 'void', 'pending', 'post']);
  expect(new Set(entries.slice(1).map(({ logKey }) => logKey)).size).toBe(1);
  await market.agrees();
}, 120_000);

test('a deposit adds no attribution code to the vault call if the vault rejects bytes after the arguments', async () => {
  const strict = await chain.deployOddVault();
  const { id } = await publish(table, { chain: 'base', min_deposit: 0 });
  await addVault(table, [chain.settings], {
    strategyId: id,
    address: strict,
    rebasing: false,
    now: new Date(),
  });
  const abi = parseAbi(['function requireExactCalldata(bool)']);
  const exact = encodeFunctionData({ abi, functionName: 'requireExactCalldata', args: [true] });
  await chain.included(await chain.send({ from: ben, to: strict, data: exact }));
  const odd = await VaultMarket.of(chain, id, table);
  const requested = await odd.deposit('5');
  const codes = requested.steps.map(({ data }) => findAttributionCodes(`0x${data?.slice(2) ?? ''}`).length);
  expect(codes).toEqual([1, 0]);
  expect(readVaultCallData(requested)).toBe(encodeStepCall.deposit(5n * USDC, ann));
  await odd.prove(ann);
  await odd.submit(requested.id, await odd.sign(requested));
  await chain.mine(CONFIRMATIONS);
  await odd.watch();
  expect(await odd.transaction(requested.id)).toMatchObject({ status: 'confirmed' });
}, 120_000);

test('every step of a request contains the attribution code of the request', async () => {
  const requested = await market.deposit('5');
  const codes = requested.steps.map(({ data }) => findAttributionCodes(`0x${data?.slice(2) ?? ''}`));
  expect(codes).toEqual([[attributionCodeOf(requested)], [attributionCodeOf(requested)]]);
  const { steps: _, ...rest } = requested;
  expect(JSON.stringify(rest)).not.toContain(attributionCodeOf(requested));
}, 120_000);
