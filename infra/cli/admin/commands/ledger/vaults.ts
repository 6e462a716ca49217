import type { ChainSettings } from '../../../../../shared/chain/networks.ts';
import { compareVaults } from '../../../../../shared/investments/verify/compare-vaults.ts';
import {
  readSharePrices,
  toStoredComparisonResult,
  type VaultSolvency,
  vaultSolvencyOf,
} from '../../../../../shared/investments/verify/vault-solvency.ts';
import type { Table } from '../../../../../shared/platform/dynamodb/client.ts';
import { readVaults } from '../../../../../shared/strategies/records.ts';
import type { TableCommandContext } from '../../command.ts';

/** Maximum number of vaults, and of wallets in each list, that are shown without --json. */
const SHOWN_VAULTS_MAX = 50;

/**
 * Solvency of a strategy's vault, with the wallets that hold fewer (`lacking_in`) or more (`excess_in`) shares than
 * the ledger says.
 */
export interface VaultSolvencyReport extends VaultSolvency {
  readonly lacking_in: readonly string[];
  readonly excess_in: readonly string[];
  readonly unknown_because: string | null;
}

/** Compares, for each vault, the shares in the ledger with the shares of the wallets on the chain. */
export async function buildVaultReports(
  table: Table,
  chains: readonly ChainSettings[],
  priceOf: (asset: string) => number | undefined,
  now: Date,
): Promise<VaultSolvencyReport[]> {
  const comparedVaults = await compareVaults(table, chains, await readVaults(table));
  return Promise.all(
    comparedVaults.map(async (each) => {
      const { vault, wallets, outcome } = each;
      const sharePrices = await readSharePrices(table, vault, priceOf);
      const vaultSolvency = vaultSolvencyOf(
        vault,
        wallets,
        toStoredComparisonResult(each, now.getTime()),
        sharePrices,
      );
      if ('obstacle' in outcome)
        return { ...vaultSolvency, lacking_in: [], excess_in: [], unknown_because: outcome.obstacle };
      const { lackingWallets, excessWallets } = outcome.comparison;
      const hasRebasingVaultShortfall = lackingWallets.length > 0 && vault.rebasing;
      const unknownSolvencyReason = hasRebasingVaultShortfall ? 'rebasing' : 'unknown_wallets';
      const unknown_because = vaultSolvency.exceeds === null ? unknownSolvencyReason : null;
      const excess_in = vault.rebasing ? [] : excessWallets;
      return { ...vaultSolvency, lacking_in: lackingWallets, excess_in, unknown_because };
    }),
  );
}

export function printVaultReports(
  { print, say }: Pick<TableCommandContext, 'print' | 'say'>,
  vaultReports: readonly VaultSolvencyReport[],
): void {
  if (vaultReports.length === 0) return;
  say(
    'Vault shares of each strategy: "owed" is the number in the ledger, and "held" is the number on the chain.',
  );
  print(
    vaultReports.slice(0, SHOWN_VAULTS_MAX).map((each) => ({
      strategy_id: each.strategy_id,
      wallets: each.wallets,
      owed: each.owed_shares,
      held: each.held_shares,
      lacking: each.lacking_shares,
      block: each.block_number,
      covered: each.exceeds === null ? `unknown: ${each.unknown_because}` : !each.exceeds,
    })),
  );
  for (const { strategy_id, excess_in } of vaultReports) {
    if (excess_in.length === 0) continue;
    say(
      `Wallets that hold more shares of ${strategy_id} than the ledger says: ${excess_in.slice(0, SHOWN_VAULTS_MAX).join(' ')}`,
    );
  }
  for (const { strategy_id, lacking_in } of vaultReports) {
    if (lacking_in.length === 0) continue;
    say(
      `Wallets that hold fewer shares of ${strategy_id} than the ledger says: ${lacking_in.slice(0, SHOWN_VAULTS_MAX).join(' ')}`,
    );
  }
}
