import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Hex } from '../../../shared/chain/abi.ts';
import { encodeStepCall } from '../../../shared/chain/erc4626.ts';
import { readBalance } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { readFollowedWallets } from '../../../shared/investments/store/onchain/followed-wallets.ts';
import { verifyChainItems } from '../../../shared/investments/verify/verify-chain.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { startFaultyNode } from '../../support/chain/faulty-node.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket, vaultPositionOf } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

const CONFIRMATIONS = 2;
/** Number of blocks after which a block is final. Opening balances are read at a final block. */
const BLOCKS_UNTIL_FINAL = 64;
const USDC = 10n ** 6n;
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
  await market.prove(ann);
});
afterEach(() => restoreChain());

async function confirm(): Promise<void> {
  await chain.mine(CONFIRMATIONS);
  await market.watch();
}

/** Deposits without the service: `from` pays, and `owner` gets the shares. */
async function depositFor(from: Hex, owner: Hex, assets: bigint): Promise<void> {
  await chain.send({ from, to: chain.usdc, data: encodeStepCall.approve(VAULT, assets) });
  await chain.included(await chain.send({ from, to: VAULT, data: encodeStepCall.deposit(assets, owner) }));
}

/**
 * Returns the account's only position from the list, with its history. Checks that the statement has the same figures.
 */
async function position() {
  await market.observe();
  const { investments, lines, history } = await market.positions();
  expect(investments).toHaveLength(1);
  expect(lines).toHaveLength(1);
  const [held] = investments;
  const [line] = lines;
  if (held === undefined || line === undefined) throw new Error('There is no position');
  expect(line).toMatchObject({
    ...{ value: held.value, principal: held.principal, earned: held.earned },
    ...{ realized_earnings: held.realized_earnings, total_withdrawn: held.total_withdrawn },
  });
  return { ...held, history };
}

test('shares that a wallet held before its first request become an opening balance', async () => {
  await depositFor(ann, ann, 500n * USDC);
  await chain.mine(BLOCKS_UNTIL_FINAL);
  const requested = await market.deposit('100');
  const before = await position();
  expect(before).toMatchObject({ status: 'active', total_deposited: '0' });
  expect(Number(before.principal)).toBeGreaterThanOrEqual(499.999999);
  expect(before.history).toMatchObject([{ type: 'opening_balance', amount: before.principal }]);
  await market.sign(requested);
  await confirm();
  await market.agrees();
  const after = await position();
  expect(after.total_deposited).toBe('100');
  expect(Number(after.principal)).toBeCloseTo(Number(before.principal) + 100, 6);
  expect(Number(after.value)).toBeCloseTo(600, 3);
  const out = await market.withdraw('all');
  await market.sign(out);
  await confirm();
  const end = await position();
  expect(end).toMatchObject({ status: 'closed', value: '0', principal: '0', total_deposited: '100' });
  expect(end.onchain).toMatchObject({ shares: '0' });
  // The profit is the withdrawn amount minus the cost basis (`principal`) before the withdrawal.
  expect(Number(end.realized_earnings)).toBeCloseTo(Number(end.total_withdrawn) - Number(after.principal), 6);
  expect(Math.abs(Number(end.realized_earnings))).toBeLessThan(0.01);
  await market.agrees();
}, 120_000);

test('a deposit after the first block that the service reads is not part of the opening balance', async () => {
  await depositFor(ann, ann, 500n * USDC);
  await chain.mine(BLOCKS_UNTIL_FINAL);
  await depositFor(ann, ann, 7n * USDC);
  const requested = await market.deposit('100');
  await market.sign(requested);
  await confirm();
  const { history, total_deposited } = await position();
  expect(history.map(({ type, source }) => [type, source])).toEqual([
    ['deposit', 'transaction'],
    ['deposit', 'external'],
    ['opening_balance', 'external'],
  ]);
  expect(total_deposited).toBe('107');
  await market.agrees();
}, 120_000);

test('the first deposit of a wallet is rejected if the node no longer has the state for its opening balance', async () => {
  await depositFor(ann, ann, 500n * USDC);
  await chain.mine(BLOCKS_UNTIL_FINAL);
  // The first contract calls plan the deposit and must succeed. Only the later calls fail. They read the state of an
  // older block.
  let calls = 0;
  const draw = () => {
    calls += 1;
    return calls > PRICING_CALL_COUNT ? 0 : 1;
  };
  const pruned = await startFaultyNode(chain.settings.rpcUrl, { stateless: 0.5, draw });
  const realNodeUrl = market.chain.settings.rpcUrl;
  try {
    Object.assign(market.chain.settings, { rpcUrl: pruned.url });
    await expect(market.deposit('100')).rejects.toMatchObject({ code: 'chain_unavailable' });
  } finally {
    Object.assign(market.chain.settings, { rpcUrl: realNodeUrl });
    await pruned.stop();
  }
  expect(await readFollowedWallets(table, 'base')).toEqual([]);
  expect((await readBalance(table, vaultPositionOf(chain, ann))).sequence).toBe(0);
  await market.sign(await market.deposit('100'));
  await confirm();
  expect(Number((await position()).principal)).toBeCloseTo(600, 3);
  await market.agrees();
}, 120_000);

/**
 * Number of contract calls with which the service simulates and prices a deposit. It reads the state of an older block
 * after these calls.
 */
const PRICING_CALL_COUNT = 8;

test('shares from another wallet are recorded at their value in the block of the transfer', async () => {
  await market.sign(await market.deposit('100'));
  await confirm();
  await depositFor(ben, ben, 50n * USDC);
  const shares = await chain.sharesOf(ben);
  await chain.send({ from: ben, to: VAULT, data: call.transfer(ann, shares / 2n) });
  await confirm();
  const held = await position();
  expect(held.total_deposited).toBe('100');
  expect(Number(held.principal)).toBeCloseTo(125, 3);
  expect(Math.abs(Number(held.earned))).toBeLessThan(0.01);
  const [line] = held.history;
  expect(line).toMatchObject({ type: 'transfer_in' });
  expect(Number(line?.amount)).toBeCloseTo(25, 3);
  await market.agrees();
}, 120_000);

test('if another wallet pays for a vault deposit, the shares are recorded as transfer_in of the wallet that receives them', async () => {
  await market.sign(await market.deposit('100'));
  await depositFor(ben, ann, 3n * USDC);
  await confirm();
  const held = await position();
  expect(held).toMatchObject({ total_deposited: '100', principal: '103' });
  expect(held.history.map(({ type, amount }) => [type, amount])).toEqual([
    ['transfer_in', '3'],
    ['deposit', '100'],
  ]);
  await market.agrees();
}, 120_000);

test('a deposit is recorded correctly even if the node does not return the log of the token transfer for the deposit', async () => {
  const requested = await market.deposit('100');
  await market.sign(requested);
  await chain.mine(CONFIRMATIONS);
  let lists = 0;
  const draw = () => {
    lists += 1;
    return lists === 1 ? 1 : 0;
  };
  const withholdingNode = await startFaultyNode(chain.settings.rpcUrl, { withholding: 0.5, draw });
  try {
    await market.watch(table, { ...chain.settings, rpcUrl: withholdingNode.url });
  } finally {
    await withholdingNode.stop();
  }
  expect(withholdingNode.faults.get('withheld')).toBe(1);
  expect(await market.transaction(requested.id)).toMatchObject({ status: 'confirmed' });
  await market.agrees();
}, 120_000);

test('shares that move between two wallets of one account keep their recorded cost', async () => {
  await market.prove(ben);
  await market.sign(await market.deposit('100'));
  await market.cancel((await market.deposit('1', ben)).id);
  await confirm();
  await chain.rpc('evm_increaseTime', 365 * 86_400);
  await chain.mine(1);
  const shares = await chain.sharesOf(ann);
  await chain.send({ from: ann, to: VAULT, data: call.transfer(ben, shares / 4n) });
  await confirm();
  await market.observe();
  const { investments } = await market.positions();
  const principals = investments.map(({ principal }) => Number(principal)).sort((a, b) => a - b);
  expect(principals[0]).toBeCloseTo(25, 5);
  expect(principals[1]).toBeCloseTo(75, 5);
  expect(investments.map(({ realized_earnings }) => realized_earnings)).toEqual(['0', '0']);
  const earned = investments.reduce((sum, each) => sum + Number(each.earned), 0);
  expect(earned).toBeGreaterThan(4);
  await market.agrees();
  await market.agrees(ben);
}, 120_000);

test('shares from a wallet of another account are recorded at their value, not at their former cost', async () => {
  await market.sign(await market.deposit('100'));
  await market.cancel((await market.deposit('1', ben)).id);
  await confirm();
  await chain.rpc('evm_increaseTime', 365 * 86_400);
  await chain.mine(1);
  const shares = await chain.sharesOf(ann);
  await chain.send({ from: ann, to: VAULT, data: call.transfer(ben, shares / 2n) });
  await confirm();
  const { state } = await readBalance(table, vaultPositionOf(chain, ben));
  expect(state?.cost).toBeGreaterThan(51n * USDC);
  expect((await verifyChainItems(table)).differences).toEqual([]);
}, 120_000);
