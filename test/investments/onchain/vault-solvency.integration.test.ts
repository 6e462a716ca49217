import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { COMMANDS } from '../../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../../infra/cli/admin/run.ts';
import type { ChainSettings } from '../../../shared/chain/networks.ts';
import { readBalance } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { unfollowWallet } from '../../../shared/investments/store/onchain/followed-wallets.ts';
import { compareVaults } from '../../../shared/investments/verify/compare-vaults.ts';
import { updateVaultSolvency } from '../../../shared/investments/verify/update-vault-solvency.ts';
import { readStoredVaultSolvency } from '../../../shared/investments/verify/vault-solvency.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { pricedSharesInBaseUnits } from '../../../shared/strategies/domain/vault-figures.ts';
import {
  putVault,
  readVaultFigures,
  recordVaultFigures,
  type Vault,
} from '../../../shared/strategies/records.ts';
import { ChainScenario } from '../../support/chain/chain-scenario.ts';
import { ScriptedChain, VAULT } from '../../support/chain/scripted-chain.ts';
import { buildVaultRecord, repeatByteAsAddress } from '../../support/chain/vault-transactions.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { present } from '../../support/present.ts';
import { readCaseStride } from '../../support/scale.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 4, 15);
const WALLETS = 3;
/** Number of blocks after which a block can no longer be replaced. */
const FINAL_BLOCKS = 64;
const vault = buildVaultRecord({ strategy_id: 'strat_v', address: VAULT });

let engine: EmbeddedTable;
let chain: ScriptedChain;
beforeAll(async () => {
  engine = await startTable();
  chain = await ScriptedChain.start();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await chain?.stop();
  await engine?.stop();
});

let table: Table;
let scenario: ChainScenario;
async function begin(): Promise<void> {
  table = await engine.another();
  await putVault(table, vault);
  scenario = await ChainScenario.begin(chain, table, WALLETS);
}
beforeEach(begin);

const [ann, ben] = [0, 1];
const walletOf = (who: number) => present(scenario.wallets[who]);
const mine = (blocks: number) => {
  for (let block = 0; block < blocks; block += 1) chain.append(undefined);
};

/**
 * Adds shares to a wallet, or removes them, without an event. Then mines two blocks, so that the change is in a
 * confirmed block.
 */
function changeShares(who: number, shares: bigint): void {
  chain.changeShares(walletOf(who), shares);
  mine(2);
}

/** Returns the outcome of the comparison for one vault. */
async function compare(of: Vault = vault, chains: readonly ChainSettings[] = [chain.settings]) {
  const [found] = await compareVaults(table, chains, [of]);
  const { outcome } = present(found);
  if ('obstacle' in outcome) return outcome.obstacle;
  return { ...outcome.comparison, block: outcome.block.number };
}

/** Creates a deposit for each wallet, mines blocks to confirm them, and lets the watcher post them. */
async function deposits(): Promise<void> {
  for (const who of [ann, ben]) await scenario.createEvent(who, 10, false);
  mine(2);
  await scenario.watch(table);
}

describe('the solvency check of a vault', () => {
  test('the shares of a vault at a confirmed block agree with the ledger to the last unit', async () => {
    await deposits();
    const owed = scenario.wallets.reduce((sum, wallet) => sum + scenario.sharesOf(wallet), 0n);
    expect(owed).toBeGreaterThan(0n);
    const agrees = { lacking: 0n, lackingWallets: [], excess: 0n, excessWallets: [], unknownWallets: 0 };
    const at = { wallets: WALLETS, recordedShares: owed, sharesOnChain: owed, ...agrees };
    expect(await compare()).toEqual({ ...at, block: 3 });
    // The check ignores an event without enough confirmations, on the chain and in the journal. It makes no difference
    // whether the watcher has already recorded the event.
    await scenario.createEvent(ann, 30, false);
    expect(await compare()).toEqual({ ...at, block: 4 });
    await scenario.watch(table);
    expect(await compare()).toEqual({ ...at, block: 4 });
  });

  test('the check reports a wallet with fewer shares than in the ledger, even if another wallet has surplus shares', async () => {
    await deposits();
    changeShares(ann, -7n);
    changeShares(ben, 100n);
    expect(await compare()).toMatchObject({ lacking: 7n, lackingWallets: [walletOf(ann)] });
    changeShares(ann, 8n);
    expect(await compare()).toMatchObject({ lacking: 0n, lackingWallets: [] });
  });

  test('the check reports no shortfall for a withdrawal that the ledger does not contain yet', async () => {
    await deposits();
    const held = scenario.sharesOf(walletOf(ann));
    await scenario.createEvent(ann, 9, false);
    expect(scenario.sharesOf(walletOf(ann))).toBeLessThan(held);
    mine(2);
    expect(await compare()).toMatchObject({ lacking: 0n });
    await scenario.createEvent(ann, 5, false);
    mine(2);
    changeShares(ann, -1n);
    expect(await compare()).toMatchObject({ lacking: 1n, lackingWallets: [walletOf(ann)] });
  });

  test('the check reports no shortfall when the node does not know the latest events of the vault yet', async () => {
    await deposits();
    await scenario.createEvent(ann, 9, false);
    mine(2);
    chain.withoutLogs = 1;
    expect(await compare()).toMatchObject({ lacking: 0n });
    await scenario.watch(table);
    // If the node does not return events that are already posted in the journal, the comparison has no result.
    chain.withoutLogs = Number.POSITIVE_INFINITY;
    expect(await compare()).toBe('moving');
  });

  test('for a rebasing vault, the check compares the shares as of the last block whose events are in the ledger', async () => {
    await putVault(table, { ...vault, rebasing: true });
    await deposits();
    chain.changeShares(walletOf(ann), 5n);
    await scenario.createEvent(ann, 10, false);
    await scenario.watch(table);
    const place = { chain: 'base', vault: VAULT, wallet: walletOf(ann) };
    const { posted, pending } = await readBalance(table, place);
    expect(posted.shares + pending.shares).toBe(scenario.sharesOf(walletOf(ann)) + 5n);
    // The comparison uses the last block whose events are all posted. The new shares come after this block.
    expect(await compare()).toMatchObject({ lacking: 0n, recordedShares: 20_003n, sharesOnChain: 20_003n });
    mine(1);
    expect(await compare()).toMatchObject({ lacking: 0n });
  });
});

describe('a vault whose shares cannot be compared between the ledger and the chain', () => {
  test('no shortfall is reported for a vault without wallets, or for a chain that the watcher has not read yet', async () => {
    const other = { ...vault, strategy_id: 'strat_w', address: repeatByteAsAddress('fc') };
    expect(await compareVaults(table, [chain.settings], [other])).toEqual([]);
    expect(await compare()).toBe('chain_not_watched');
  });

  test('no shortfall is reported for a chain that is not configured or whose node does not answer', async () => {
    await deposits();
    expect(await compare(vault, [])).toBe('chain_not_configured');
    const dead = { ...chain.settings, rpcUrl: 'http://127.0.0.1:1' };
    expect(await compare(vault, [dead])).toBe('chain_unavailable');
    chain.reset();
    expect(await compare()).toBe('another_chain');
  });
});

const happening = fc.record({
  kind: fc.constant('happen'),
  who: fc.nat(WALLETS - 1),
  amount: fc.integer({ min: 1, max: 1_000 }),
});
const step = fc.oneof(
  { weight: 4, arbitrary: happening },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('watch') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mine'), blocks: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reorganize'),
      depth: fc.integer({ min: 1, max: 4 }),
      comesAgain: fc.boolean(),
    }),
  },
);
type Step = {
  kind: string;
  who?: number;
  amount?: number;
  blocks?: number;
  depth?: number;
  comesAgain?: boolean;
};

async function take({ kind, who = 0, amount = 1, blocks = 1, depth = 1, comesAgain = true }: Step) {
  if (kind === 'happen') await scenario.createEvent(who, amount, false);
  else if (kind === 'mine') mine(blocks);
  else if (kind === 'reorganize') await scenario.reorganize(depth, comesAgain);
  else await scenario.watch(table).catch((error: Error) => expect(error.name).toBe('InconsistentNodeError'));
}

test('the solvency check reports no missing shares while random vault events happen', async () => {
  const operations = fc.array(step, { minLength: 5, maxLength: 25 });
  const holds = async (steps: readonly Step[]) => {
    await begin();
    for (const each of steps) {
      const [found] = await Promise.all([compare(), take(each)]);
      if (typeof found !== 'string') expect(found.lackingWallets).toEqual([]);
    }
    // Compare twice: after the events are confirmed, and after their blocks are final.
    for (const blocks of [2, FINAL_BLOCKS]) {
      mine(blocks);
      await scenario.watch(table);
      const owed = scenario.wallets.reduce((sum, wallet) => sum + scenario.sharesOf(wallet), 0n);
      expect(await compare()).toMatchObject({
        recordedShares: owed,
        sharesOnChain: owed,
        lacking: 0n,
        unknownWallets: 0,
      });
    }
  };
  await fc.assert(fc.asyncProperty(operations, holds), { numRuns: 12 / readCaseStride(4) });
});

describe('the stored result of a solvency check', () => {
  const errors: string[] = [];
  const log = { warn: () => undefined, error: (text: string) => errors.push(text) };
  const keep = (nowMs: number, chains: readonly ChainSettings[] = [chain.settings]) =>
    updateVaultSolvency({ table, clock: () => nowMs, log }, chains);
  const kept = async (nowMs: number) => {
    const [found] = await readStoredVaultSolvency(table, () => 2, nowMs);
    return present(found);
  };

  test('the result has the value of the shares that the ledger owes, at the last observed share price', async () => {
    await deposits();
    const price = 3n * pricedSharesInBaseUnits(6);
    await recordVaultFigures(table, vault.strategy_id, [{ atMs: NOW, block: 1, price, assets: 1n }]);
    // The read is eventually consistent, so the figures may appear later.
    await expect.poll(async () => (await readVaultFigures(table, vault.strategy_id)).length).toBe(1);
    errors.length = 0;
    expect(await keep(NOW)).toBe(0);
    expect(await kept(NOW)).toMatchObject({
      owed_shares: '0.020003',
      held_shares: '0.020003',
      owed: '0.060009',
      owed_usd: 0.120018,
      lacking: '0',
      exceeds: false,
    });
    changeShares(ann, -10n);
    // A check runs at most once an hour. Within this hour, each call returns the result of the previous check and logs
    // nothing.
    expect(await keep(NOW + 1)).toBe(0);
    expect(await keep(NOW + HOUR_MS)).toBe(1);
    expect(await keep(NOW + HOUR_MS + 1)).toBe(1);
    expect(errors).toEqual(['A vault gives wallets less than the ledger says']);
    const lacking = { lacking: '0.00003', lacking_usd: 0.00006, lacking_wallets: 1, exceeds: true };
    expect(await kept(NOW + HOUR_MS)).toMatchObject(lacking);
    // The solvency of a vault is unknown while its balances rebase.
    await putVault(table, { ...vault, rebasing: true });
    expect(await kept(NOW + HOUR_MS)).toMatchObject({ lacking: '0.00003', exceeds: null });
    await putVault(table, vault);
    changeShares(ann, 10n);
    expect(await keep(NOW + HOUR_MS + 2)).toBe(0);
  });

  test('when the service no longer follows any wallet of the vault, the next check removes the stored result', async () => {
    await deposits();
    changeShares(ann, -1n);
    expect(await keep(NOW)).toBe(1);
    for (const wallet of scenario.wallets)
      await unfollowWallet(table, { chain: 'base', vault: VAULT, wallet });
    expect(await keep(NOW + 1)).toBe(0);
    expect(await readStoredVaultSolvency(table, () => 2, NOW + 1)).toEqual([]);
  });

  test('the result remains valid for three hours while the chain does not answer', async () => {
    await deposits();
    const dead = [{ ...chain.settings, rpcUrl: 'http://127.0.0.1:1' }];
    expect(await keep(NOW, dead)).toBe(0);
    expect(await kept(NOW)).toMatchObject({ wallets: WALLETS, owed_shares: null, exceeds: null });
    expect(await keep(NOW + HOUR_MS)).toBe(0);
    expect(await kept(NOW + HOUR_MS)).toMatchObject({ exceeds: false });
    expect(await keep(NOW + 3 * HOUR_MS, dead)).toBe(0);
    expect(await kept(NOW + 4 * HOUR_MS)).toMatchObject({ exceeds: false });
    expect(await kept(NOW + 4 * HOUR_MS + 1)).toMatchObject({ exceeds: null, compared_at: null });
  });
});

// The last test of the file, because it stops the chain.
test('the command "ledger verify" fails and names a wallet with fewer shares than the ledger says', async () => {
  await deposits();
  const { chainId, rpcUrl, confirmations } = chain.settings;
  const run = async (...words: string[]) => {
    const lines: string[] = [];
    const code = await runAdmin(COMMANDS, ['ledger', 'verify', ...words], {
      environment: {
        DYNAMODB_ENDPOINT: engine.endpoint,
        TABLE_NAME: table.name,
        CHAIN_SETTINGS: JSON.stringify({ base: { chainId, rpcUrl, confirmations } }),
      },
      now: new Date(NOW),
      out: (text) => lines.push(text),
      err: (text) => lines.push(text),
      ask: async () => undefined,
    });
    return { code, text: lines.join('\n') };
  };
  const sound = await run();
  expect(sound).toMatchObject({
    code: EXIT_CODES.done,
    text: expect.stringContaining('All stored values agree with the ledger entries.'),
  });
  expect(sound.text).toMatch(/strat_v +3 +0\.020003 +0\.020003 +0 +3 +true/);
  changeShares(ann, -10n);
  const lacking = await run();
  expect(lacking.code).toBe(EXIT_CODES.failed);
  expect(lacking.text).toContain(
    `Wallets that hold fewer shares of strat_v than the ledger says: ${walletOf(ann)}`,
  );
  await chain.stop();
  const unknown = await run();
  expect(unknown.code).toBe(EXIT_CODES.done);
  expect(unknown.text).toContain('unknown: chain_unavailable');
  const { vaults } = z
    .object({ vaults: z.array(z.looseObject({ exceeds: z.nullable(z.boolean()) })) })
    .parse(JSON.parse((await run('--json')).text));
  expect(vaults).toMatchObject([{ exceeds: null, unknown_because: 'chain_unavailable' }]);
});
