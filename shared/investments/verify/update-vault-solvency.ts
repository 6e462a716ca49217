import type { ChainSettings } from '../../chain/networks.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Logger } from '../../platform/log.ts';
import { readVaults, type Vault } from '../../strategies/records.ts';
import { isInsolvent } from '../domain/onchain/vault-comparison.ts';
import { putRescan, readRescan } from '../store/onchain/rescans.ts';
import {
  deleteVaultComparison,
  putVaultComparison,
  readVaultComparisons,
  type StoredComparison,
} from '../store/onchain/vault-comparisons.ts';
import { type ComparedVault, compareVaults } from './compare-vaults.ts';
import { toStoredComparisonResult } from './vault-solvency.ts';

/** Time between two comparisons of a vault's recorded shares with the shares on the chain. */
const COMPARISON_INTERVAL_MS = 60 * 60_000;
/** Time until the next attempt if the chain did not answer. */
const FAILED_COMPARISON_RETRY_MS = 5 * 60_000;

function hasStoredShortfall(vault: Vault, storedComparison: StoredComparison | undefined): boolean {
  if (storedComparison?.vault !== vault.address || storedComparison.found === undefined) return false;
  const { lacking, unknown_wallets: unknownWallets } = storedComparison.found;
  return isInsolvent({ lacking, unknownWallets }, vault.rebasing) === true;
}

/**
 * Returns whether the vault must be compared with the chain now. A vault with a shortfall is compared in every run, so
 * that its alarm ends soon after the shortfall.
 */
function isComparisonDue(
  vault: Vault,
  storedComparison: StoredComparison | undefined,
  nowMs: number,
): boolean {
  if (storedComparison?.vault !== vault.address || hasStoredShortfall(vault, storedComparison)) return true;
  const age = nowMs - storedComparison.asked_at_ms;
  return (
    age >=
    (storedComparison.found?.at_ms === storedComparison.asked_at_ms
      ? COMPARISON_INTERVAL_MS
      : FAILED_COMPARISON_RETRY_MS)
  );
}

function logComparison(
  log: Pick<Logger, 'warn' | 'error'>,
  { vault, outcome }: ComparedVault,
  hadShortfall: boolean,
): void {
  const fields = { chain: vault.chain, vault: vault.address, strategy_id: vault.strategy_id };
  if ('obstacle' in outcome) {
    log.warn('The vault could not be compared with the ledger', { ...fields, reason: outcome.obstacle });
  } else if (!hadShortfall && isInsolvent(outcome.comparison, vault.rebasing) === true) {
    const { lacking, lackingWallets } = outcome.comparison;
    log.error('A vault gives wallets less than the ledger says', {
      ...fields,
      block: outcome.block.number,
      lacking: String(lacking),
      wallets: lackingWallets.length,
    });
  }
  if ('obstacle' in outcome || vault.rebasing || outcome.comparison.excess === 0n) return;
  const { excess, excessWallets } = outcome.comparison;
  log.error('A vault gives wallets more than the ledger says', {
    ...fields,
    block: outcome.block.number,
    excess: String(excess),
    wallets: excessWallets.length,
  });
}

/**
 * Starts a rescan of the chain, at most one per hour, if a wallet's shares differ from its journal.
 * A vault declared as rebasing is ignored, because its shares are expected to differ.
 */
async function startRescanIfDiffering(
  table: Table,
  { vault, outcome }: ComparedVault,
  nowMs: number,
): Promise<void> {
  if ('obstacle' in outcome || vault.rebasing) return;
  const { comparison, block } = outcome;
  if (comparison.differsFrom === undefined) return;
  const latestRescan = await readRescan(table, vault.chain);
  if (latestRescan !== undefined && nowMs - latestRescan.started_at_ms < COMPARISON_INTERVAL_MS) return;
  await putRescan(table, vault.chain, {
    next: comparison.differsFrom,
    until: block.number,
    started_at_ms: nowMs,
  });
}

/**
 * Compares the shares in each vault with the journals once an hour and stores the result. If the chain does not answer,
 * the previous result stays stored.
 *
 * @returns number of vaults in which wallets have fewer shares than the journals record
 */
export async function updateVaultSolvency(
  { table, clock, log }: { table: Table; clock: () => number; log: Pick<Logger, 'warn' | 'error'> },
  chains: readonly ChainSettings[],
): Promise<number> {
  const nowMs = clock();
  const [vaults, storedComparisons] = await Promise.all([readVaults(table), readVaultComparisons(table)]);
  const storedComparisonOf = ({ strategy_id }: Vault) => storedComparisons.get(strategy_id);
  const dueVaults = vaults.filter((vault) => isComparisonDue(vault, storedComparisonOf(vault), nowMs));
  const currentComparisons = new Map(storedComparisons);
  const comparedVaults = await compareVaults(table, chains, dueVaults);
  for (const { strategy_id } of dueVaults) {
    const hasNoFollowedWallets =
      storedComparisons.has(strategy_id) &&
      !comparedVaults.some(({ vault }) => vault.strategy_id === strategy_id);
    if (!hasNoFollowedWallets) continue;
    await deleteVaultComparison(table, strategy_id);
    currentComparisons.delete(strategy_id);
  }
  for (const each of comparedVaults) {
    // Skip this vault, because the watcher has not finished its first run on the chain. The next call compares the
    // vault.
    if ('obstacle' in each.outcome && each.outcome.obstacle === 'chain_not_watched') continue;
    await startRescanIfDiffering(table, each, nowMs);
    const { vault, wallets } = each;
    const storedComparison = storedComparisonOf(vault);
    const lastComparisonResult =
      storedComparison?.vault === vault.address ? storedComparison.found : undefined;
    const newComparison = {
      strategy_id: vault.strategy_id,
      vault: vault.address,
      wallets,
      asked_at_ms: nowMs,
      found: toStoredComparisonResult(each, nowMs) ?? lastComparisonResult,
    };
    logComparison(log, each, hasStoredShortfall(vault, storedComparison));
    await putVaultComparison(table, newComparison);
    currentComparisons.set(vault.strategy_id, newComparison);
  }
  return vaults.filter((vault) => hasStoredShortfall(vault, currentComparisons.get(vault.strategy_id)))
    .length;
}
