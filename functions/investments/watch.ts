import { readChains } from '../../shared/chain/networks.ts';
import { observeVaults } from '../../shared/investments/vaults/vault-observations.ts';
import { keepVaultSolvency } from '../../shared/investments/verify/keep-vault-solvency.ts';
import { watchAll } from '../../shared/investments/watcher/watcher.ts';
import { vaultAssetPrices } from '../../shared/investments/watcher/watcher-prices.ts';
import { config } from '../../shared/platform/config.ts';
import { createClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger } from '../../shared/platform/log.ts';
import { METRICS, writeMetric } from '../../shared/platform/metrics.ts';

const log = createLogger({ job: 'watch' });
const table = { client: createClient({ requestTimeoutMs: 10_000, maxAttempts: 3 }), name: config.TABLE_NAME };

/** One look at every chain on which wallets are followed. A chain that fails does not keep the others waiting. */
export async function handler(): Promise<void> {
  const ports = { table, clock: Date.now, log, priceUsd: vaultAssetPrices(table, log) };
  const chains = readChains(config.CHAIN_SETTINGS);
  const { anomalies, unwatched } = await watchAll(ports, chains);
  writeMetric(METRICS.chainAnomalies, anomalies, table.name, Date.now());
  writeMetric(METRICS.unwatchedChains, unwatched, table.name, Date.now());
  await observeVaults(ports, chains);
  const uncovered = await keepVaultSolvency(ports, chains);
  writeMetric(METRICS.uncoveredStrategies, uncovered, table.name, Date.now());
}
