import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { encodeStepCall } from '../../../shared/chain/erc4626.ts';
import type { Hex } from '../../../shared/chain/multicall.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import { addVaultsToSource } from '../../../shared/ingest/sources/vaults.ts';
import { publishVault } from '../../../shared/investments/vaults/vaults.ts';
import { DAY_MS } from '../../../shared/platform/domain/days.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { readVaultFigures } from '../../../shared/strategies/records.ts';
import { BEN, call, startVaultChain, type VaultChain } from '../../support/chain/vault-chain.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

const ben = BEN ?? '0x';
const USDC = 10n ** 6n;
const SECONDS_PER_BLOCK = 120;
const BLOCKS_PER_DAY = 86_400 / SECONDS_PER_BLOCK;

let engine: EmbeddedTable;
let chain: VaultChain;
/** A vault with 1,000 USDC. */
let vault: Hex;
beforeAll(async () => {
  engine = await startTable();
  chain = await startVaultChain('base', 1);
  vault = await chain.deployOddVault(chain.usdc, 'empty');
  await done(call.mint(ben, 2_000n * USDC), chain.usdc);
  await done(encodeStepCall.approve(vault, 2_000n * USDC), chain.usdc);
  await done(encodeStepCall.deposit(1_000n * USDC, ben), vault);
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

const done = async (data: Hex, to: Hex) => chain.included(await chain.send({ from: ben, to, data }));
const earn = (assets: bigint) => done(call.transfer(vault, assets), chain.usdc);
const mineBlocks = (blocks: number) =>
  chain.rpc('anvil_mine', `0x${blocks.toString(16)}`, `0x${SECONDS_PER_BLOCK.toString(16)}`);

const rowsOf = z.array(z.looseObject({ project: z.string() }));

async function publish() {
  const claim = { source: 'sample', chain: 'base', protocol: 'demo', address: vault, rebasing: false };
  const { strategy_id } = await publishVault(table, [chain.settings], { ...claim, now: new Date() });
  const source = createSampleSource({ size: 1, now: () => Date.now() });
  const { rows } = await (await addVaultsToSource(source, table, () => 1)).pools();
  const listed = rowsOf.parse(rows).filter(({ project }) => project === claim.protocol);
  return { figures: await readVaultFigures(table, strategy_id, { consistent: true }), rows: listed };
}

test('a new vault is listed immediately with the APY of the last day', async () => {
  await mineBlocks(BLOCKS_PER_DAY / 2);
  await earn(USDC / 10n);
  await mineBlocks(BLOCKS_PER_DAY - 10);
  const { figures, rows } = await publish();
  const [first, last] = figures;
  expect(figures).toHaveLength(2);
  expect((last?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(0.9 * DAY_MS);
  // 0.01% in a day is 3.7% in a year.
  expect(rows).toEqual([
    expect.objectContaining({ tvlUsd: expect.closeTo(1_000.1, 3), apy: expect.closeTo(3.7, 0) }),
  ]);
});

test('if no block of the chain is a day old, a new vault is listed with the APY of the last hour', async () => {
  await mineBlocks(BLOCKS_PER_DAY / 4);
  await earn(USDC / 100n);
  await mineBlocks(20);
  const { figures, rows } = await publish();
  const [first, last] = figures;
  expect((last?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(3_600_000);
  expect((last?.atMs ?? 0) - (first?.atMs ?? 0)).toBeLessThan(2 * 3_600_000);
  expect(rows).toEqual([expect.objectContaining({ apy: expect.any(Number) })]);
});

test('a vault younger than an hour is listed without an APY', async () => {
  const { figures, rows } = await publish();
  expect(figures).toHaveLength(1);
  expect(rows).toEqual([expect.objectContaining({ apy: null })]);
});
