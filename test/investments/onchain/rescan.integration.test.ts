import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { COMMANDS } from '../../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../../infra/cli/admin/run.ts';
import { readCheckpoint } from '../../../shared/investments/store/onchain/chain-logs.ts';
import { readRescan } from '../../../shared/investments/store/onchain/rescans.ts';
import { updateVaultSolvency } from '../../../shared/investments/verify/update-vault-solvency.ts';
import { rescanChain, watchAllChains } from '../../../shared/investments/watcher/watcher.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { startFaultyNode } from '../../support/chain/faulty-node.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

const CONFIRMATIONS = 2;
/** Number of later blocks that make a block final. Normal runs of the watcher do not read a final block again. */
const FINAL_BLOCKS = 70;
const HOUR_MS = 3_600_000;
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

let table: EmbeddedTable;
let market: VaultMarket;
let restoreChain: () => Promise<void>;
beforeEach(async () => {
  table = await engine.another();
  restoreChain = await chain.keep();
  market = await VaultMarket.open(table, chain);
});
afterEach(() => restoreChain());

const errors: string[] = [];
const log = { info: () => undefined, warn: () => undefined, error: (text: string) => errors.push(text) };
const dependencies = (through: Table) => ({
  ...{ table: through, clock: () => market.nowMs, log, priceUsd: async () => 1 },
});

/**
 * Creates a deposit and a transfer, and returns the requested deposit. The node withholds their events until their
 * blocks are final. Later runs of the watcher do not read these blocks again.
 */
async function createWithheldEvents() {
  await market.cancel((await market.deposit('1', ben)).id);
  await market.watch();
  const requested = await market.deposit('100');
  await market.sign(requested);
  await chain.send({ from: ann, to: VAULT, data: call.transfer(ben, (await chain.sharesOf(ann)) / 4n) });
  await chain.mine(FINAL_BLOCKS);
  const lying = await startFaultyNode(chain.settings.rpcUrl, { withholding: 1 });
  try {
    await market.watch(table, { ...chain.settings, rpcUrl: lying.url });
  } finally {
    await lying.stop();
  }
  await market.watch();
  expect(await market.transaction(requested.id)).toMatchObject({ status: 'pending' });
  return requested;
}

test('if a node has left out vault events, a rescan of old blocks adds these events to the ledger', async () => {
  const requested = await createWithheldEvents();
  const checkpoint = await readCheckpoint(table, 'base');
  const found = await rescanChain(dependencies(table), chain.settings, {
    from: 0,
    to: checkpoint?.block ?? 0,
  });
  expect(found).toMatchObject({ pending: 3, posted: 3, voided: 0, reversed: 0, until: checkpoint?.block });
  expect(await market.transaction(requested.id)).toMatchObject({ status: 'confirmed' });
  await market.agrees();
  await market.agrees(ben);
  const again = await rescanChain(dependencies(table), chain.settings, {
    from: 0,
    to: checkpoint?.block ?? 0,
  });
  expect(again).toMatchObject({ pending: 0, posted: 0, voided: 0, reversed: 0 });
}, 120_000);

test('the watcher reads old blocks again when vault shares differ between the chain and the ledger', async () => {
  const requested = await createWithheldEvents();
  const nowMs = Date.now();
  const keep = (atMs: number) => updateVaultSolvency({ table, clock: () => atMs, log }, [chain.settings]);
  errors.length = 0;
  await keep(nowMs);
  // The wallets have more shares than the ledger knows.
  expect(errors).toEqual(['A vault gives wallets more than the ledger says']);
  const started = await readRescan(table, 'base');
  expect(started).toMatchObject({ started_at_ms: nowMs });
  await watchAllChains(dependencies(table), [chain.settings]);
  expect(await market.transaction(requested.id)).toMatchObject({ status: 'confirmed' });
  await market.agrees();
  await market.agrees(ben);
  errors.length = 0;
  await keep(nowMs + HOUR_MS);
  expect(errors).toEqual([]);
  expect(await readRescan(table, 'base')).toMatchObject({ started_at_ms: nowMs });
}, 120_000);

test('after "vault rescan" adds the missing events to the ledger, "ledger verify" no longer reports a difference', async () => {
  await createWithheldEvents();
  const { rpcUrl, confirmations, chainId, multicallAddress } = chain.settings;
  const settings = { base: { rpcUrl, confirmations, chainId, multicallAddress } };
  const run = async (...words: string[]) => {
    const lines: string[] = [];
    const code = await runAdmin(COMMANDS, words, {
      environment: {
        DYNAMODB_ENDPOINT: engine.endpoint,
        TABLE_NAME: table.name,
        CHAIN_SETTINGS: JSON.stringify(settings),
      },
      now: new Date(),
      out: (text) => lines.push(text),
      err: (text) => lines.push(text),
      ask: async () => undefined,
    });
    return { code, text: lines.join('\n') };
  };
  const before = await run('ledger', 'verify');
  expect(before.code).toBe(EXIT_CODES.failed);
  expect(before.text).toMatch(/Wallets that hold more shares of \w+ than the ledger says: /);
  expect(before.text).toContain(ann);
  expect((await run('vault', 'rescan', 'base', '0', 'soon')).text).toContain('soon is not a block number');
  const done = await run('vault', 'rescan', 'base', '0', '999999999');
  expect([done.code, done.text]).toEqual([EXIT_CODES.done, expect.stringContaining('3')]);
  expect((await run('ledger', 'verify')).code).toBe(EXIT_CODES.done);
  await market.agrees();
}, 120_000);
