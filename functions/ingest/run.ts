import { limitHeapGrowth } from '../../shared/ingest/heap.ts';
import { catalogAgeSeconds, ingest } from '../../shared/ingest/ingest.ts';
import { createConfiguredSource } from '../../shared/ingest/sources/configured.ts';
import { config } from '../../shared/platform/config.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { readSwitches } from '../../shared/platform/dynamodb/switches.ts';
import { createLogger } from '../../shared/platform/log.ts';
import { METRICS, writeMetric } from '../../shared/platform/metrics.ts';

const log = createLogger({ job: 'ingest' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 10_000, maxAttempts: 6 }),
  name: config.TABLE_NAME,
};

/** Runs one ingestion. Emits the catalog's age even after a failure, so that an alarm can monitor it. */
export async function handler(): Promise<void> {
  limitHeapGrowth();
  try {
    const { ingestion } = await readSwitches(table, { consistent: true });
    if (ingestion !== undefined)
      return log.warn('Operators have stopped the ingestion', { since: ingestion.at });
    const source = await createConfiguredSource(Date.now);
    const report = await ingest({ source, table, now: () => new Date(), log });
    if (report.outcome !== 'published') return log.warn('Nothing was published', { outcome: report.outcome });
    const rows = Object.values(report.quarantined).reduce((sum, { count }) => sum + count, 0);
    writeMetric(METRICS.quarantinedRows, rows, table.name, Date.now());
  } finally {
    const now = new Date();
    const ageSeconds = await catalogAgeSeconds(table, now);
    if (ageSeconds !== undefined) {
      writeMetric(METRICS.catalogAge, ageSeconds, table.name, now.getTime());
    }
  }
}
