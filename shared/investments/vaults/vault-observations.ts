import { RpcError } from '../../chain/json-rpc.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Logger } from '../../platform/log.ts';
import { addObservation, type VaultObservation } from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures, readVaults, recordVaultFigures, type Vault } from '../../strategies/records.ts';
import { observeVaultsOfChain } from './vault-prices.ts';

/**
 * Minimum time between two stored share prices. With a run every minute, the last stored price is at most 10
 * minutes old.
 */
const OBSERVATION_INTERVAL_MS = 9 * 60_000;

/**
 * Returns whether to store a price: if the last stored price is old, or if the price has fallen. A fall is stored,
 * because a loss must be visible at once.
 */
function isWorthStoring(
  lastObservation: VaultObservation | undefined,
  observation: VaultObservation,
  nowMs: number,
): boolean {
  return (
    lastObservation === undefined ||
    nowMs - lastObservation.atMs >= OBSERVATION_INTERVAL_MS ||
    observation.price < lastObservation.price
  );
}

/**
 * Stores the share prices of all registered vaults: every ten minutes, or at once if a price has fallen.
 * A chain that does not answer is logged and does not delay the other chains.
 */
export async function observeVaults(
  { table, clock, log }: { table: Table; clock: () => number; log: Pick<Logger, 'warn'> },
  chains: readonly ChainSettings[],
): Promise<void> {
  const vaultsByChain = Map.groupBy(await readVaults(table), ({ chain }) => chain);
  const observeChain = async (node: ChainSettings, vaults: readonly Vault[]) => {
    const observations = await observeVaultsOfChain(node, vaults);
    for (const [i, vault] of vaults.entries()) {
      const storedObservations = await readVaultFigures(table, vault.strategy_id, { consistent: true });
      const observation = observations[i];
      if (observation !== undefined && isWorthStoring(storedObservations.at(-1), observation, clock())) {
        await recordVaultFigures(table, vault.strategy_id, addObservation(storedObservations, observation));
      }
    }
  };
  await Promise.all(
    [...vaultsByChain].map(async ([name, vaults]) => {
      const node = chains.find(({ chain }) => chain === name);
      if (node === undefined) return;
      try {
        await observeChain(node, vaults);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        log.warn('the vaults could not be observed', { chain: name, error_message: error.message });
      }
    }),
  );
}
