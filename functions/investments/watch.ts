import { getConfiguredChains } from '../../shared/chain/configured-chains.ts';
import { observeVaults } from '../../shared/investments/vaults/vault-observations.ts';
import { updateVaultSolvency } from '../../shared/investments/verify/update-vault-solvency.ts';
import { watchAllChains } from '../../shared/investments/watcher/watcher.ts';
import { createVaultPriceReader } from '../../shared/investments/watcher/watcher-prices.ts';
import { config } from '../../shared/platform/config.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger } from '../../shared/platform/log.ts';
import { METRICS, writeMetric } from '../../shared/platform/metrics.ts';

const log = createLogger({ job: 'watch' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 10_000, maxAttempts: 3 }),
  name: config.TABLE_NAME,
};

/**
 * Maximum time in milliseconds that one run spends on recording vault events. Must be lower than the function's
 * timeout of 50 seconds.
 */
const WATCH_DURATION_MAX_MS = 35_000;

/** Reads new vault events, share prices, and the vault balances of wallets on all configured chains. */
export async function handler(): Promise<void> {
  const end = Date.now() + WATCH_DURATION_MAX_MS;
  const computeRemainingMs = () => end - Date.now();
  const dependencies = {
    table,
    clock: Date.now,
    log,
    priceUsd: createVaultPriceReader(table, log),
    remainingMs: computeRemainingMs,
  };
  const chains = getConfiguredChains();
  const partResults = await Promise.allSettled([
    watchAllChains(dependencies, chains).then(({ anomalies, unwatched }) => {
      writeMetric(METRICS.chainAnomalies, anomalies, table.name, Date.now());
      writeMetric(METRICS.unwatchedChains, unwatched, table.name, Date.now());
    }),
    observeVaults(dependencies, chains),
    updateVaultSolvency(dependencies, chains).then((uncoveredStrategyCount) => {
      writeMetric(METRICS.uncoveredStrategies, uncoveredStrategyCount, table.name, Date.now());
    }),
  ]);
  const errors = partResults.flatMap((part): unknown[] => (part.status === 'rejected' ? [part.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, 'A part of the run failed');
}
