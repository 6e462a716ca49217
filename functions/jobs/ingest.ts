import { config } from '../../shared/config.ts';
import { METRICS, metricLine } from '../../shared/contract/metrics.ts';
import { createLogger } from '../../shared/middleware/log.ts';
import { createClient } from '../../shared/repositories/client.ts';
import { catalogAgeSeconds, ingest } from '../../shared/services/ingest/ingest.ts';
import { configuredSource } from '../../shared/sources/configured.ts';

const log = createLogger({ job: 'ingest' });
const table = { client: createClient({ requestTimeoutMs: 10_000, maxAttempts: 6 }), name: config.TABLE_NAME };
const source = configuredSource(Date.now);

/** One run of the ingestion. The catalog's age is told whether it succeeds or not, so that an alarm can watch it. */
export async function handler(): Promise<void> {
  try {
    const report = await ingest({ source, table, now: () => new Date(), log });
    if (report.outcome !== 'published') log.warn('Nothing was published', { outcome: report.outcome });
  } finally {
    const now = new Date();
    const ageSeconds = await catalogAgeSeconds(table, now);
    if (ageSeconds !== undefined) {
      process.stdout.write(`${metricLine(METRICS.catalogAge, ageSeconds, table.name, now.getTime())}\n`);
    }
  }
}
