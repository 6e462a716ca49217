import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANN, startVaultChain, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';

const CONFIRMATIONS = 12;
const TEST_TIMEOUT_MS = 600_000;
const WORKER_FILE = join(import.meta.dirname, 'watch-worker.ts');

let table: EmbeddedTable;
let chain: VaultChain;
beforeAll(async () => {
  table = await startTable();
  chain = await startVaultChain('base', CONFIRMATIONS);
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await table?.stop();
});

/** Runs the watcher with a kill at its n-th write. Returns `done` if it makes fewer writes. */
async function run(write: number, moment: 'before' | 'after'): Promise<'killed' | 'done'> {
  const { chainId, rpcUrl, confirmations } = chain.settings;
  const settings = JSON.stringify({ base: { chainId, rpcUrl, confirmations, timeoutMs: 9_000 } });
  const task = { endpoint: table.endpoint, table: table.name, settings, write, moment };
  const child = spawn(process.execPath, [WORKER_FILE, JSON.stringify(task)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal]: unknown[] = await once(child, 'exit');
  expect([
    [null, 'SIGKILL'],
    [0, null],
  ]).toContainEqual([code, signal]);
  return signal === 'SIGKILL' ? 'killed' : 'done';
}

/**
 * Runs the watcher until a run completes, and kills every earlier run. Returns the number of killed runs. With
 * `before`, the n-th run is killed before its n-th write. With `after`, each run is killed after its first write.
 */
async function runWatcherWithKills(moment: 'before' | 'after'): Promise<number> {
  let killCount = 0;
  while ((await run(moment === 'before' ? killCount + 1 : 1, moment)) === 'killed') {
    killCount += 1;
    expect(killCount).toBeLessThan(40);
  }
  return killCount;
}

test.each(['before', 'after'] as const)(
  'no event is lost or repeated when the watcher is killed immediately %s any of its writes',
  async (moment) => {
    const market = await VaultMarket.open(table, chain);
    const deposits = [await market.deposit('11'), await market.deposit('22')];
    const snapshot = await chain.rpc('evm_snapshot');
    for (const vaultTransaction of deposits) await market.sign(vaultTransaction);
    expect(await runWatcherWithKills(moment)).toBeGreaterThan(0);
    for (const { id } of deposits) expect(await market.transaction(id)).toMatchObject({ status: 'included' });
    // The old blocks are replaced by other blocks with the same numbers.
    await chain.rpc('evm_revert', snapshot);
    await chain.mine(2 * CONFIRMATIONS);
    expect(await runWatcherWithKills(moment)).toBeGreaterThan(0);
    for (const { id } of deposits)
      expect(await market.transaction(id)).toMatchObject({ status: 'submitted' });
    await market.agrees();
    for (const vaultTransaction of deposits) await market.sign(vaultTransaction);
    await chain.mine(CONFIRMATIONS);
    expect(await runWatcherWithKills(moment)).toBeGreaterThan(0);
    for (const { id } of deposits)
      expect(await market.transaction(id)).toMatchObject({ status: 'confirmed' });
    await market.agrees(ANN ?? '0x');
  },
  TEST_TIMEOUT_MS,
);
