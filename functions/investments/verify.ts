import { scanLedgersAndChainItems } from '../../shared/investments/verify/scan.ts';
import { readStrategySolvency } from '../../shared/investments/verify/solvency.ts';
import { verifyLedger } from '../../shared/investments/verify/verify.ts';
import { verifyChainItems } from '../../shared/investments/verify/verify-chain.ts';
import { readStoredPrices } from '../../shared/market/prices/stored-prices.ts';
import { config } from '../../shared/platform/config.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger } from '../../shared/platform/log.ts';
import { METRICS, writeMetric } from '../../shared/platform/metrics.ts';
import { StatisticsRecount } from '../../shared/statistics/recount.ts';
import { storeDailyStatistics } from '../../shared/statistics/statistics.ts';

const log = createLogger({ job: 'verify' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 10_000, maxAttempts: 6 }),
  name: config.TABLE_NAME,
};

/**
 * Compares account balances with the ledger journals and logs the differences. Also recounts the statistics, because
 * both need a scan of the whole table.
 */
export async function handler(): Promise<void> {
  const now = new Date();
  const statisticsRecount = await StatisticsRecount.begin(table, now);
  const { ledgers, chainItems } = await scanLedgersAndChainItems(table, [statisticsRecount]);
  const recountReport = await statisticsRecount.finish();
  for (const difference of recountReport.differences) {
    log.warn('A counter of the statistics differed', { ...difference });
  }
  const ledgerReport = await verifyLedger(table, Date.now, ledgers);
  const chain = await verifyChainItems(table, chainItems);
  const differences = [...ledgerReport.differences, ...chain.differences];
  for (const { where, what } of differences)
    log.error('The ledger differs from its journal', { where, what });
  log.info('The ledger is verified', { differences: differences.length, moving: ledgerReport.moving.length });
  writeMetric(METRICS.ledgerDifferences, differences.length, table.name, Date.now());
  const storedPrices = await readStoredPrices(table);
  const strategySolvencies = await readStrategySolvency(table, storedPrices.priceOf, Date.now());
  const uncoveredStrategies = strategySolvencies.filter(({ exceeds }) => exceeds === true);
  for (const { strategy_id, owed_usd, tvl_usd } of uncoveredStrategies) {
    log.error('A strategy owes more than it holds', { strategy_id, owed_usd, tvl_usd });
  }
  writeMetric(METRICS.uncoveredStrategies, uncoveredStrategies.length, table.name, Date.now());
  await storeDailyStatistics(table, storedPrices, now);
}
