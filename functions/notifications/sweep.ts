import { createEnqueueFunction } from '../../shared/notifications/webhooks/delivery-queue.ts';
import { sweepWebhooks } from '../../shared/notifications/webhooks/delivery-rounds.ts';
import { config } from '../../shared/platform/config.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger } from '../../shared/platform/log.ts';
import { METRICS, writeMetric } from '../../shared/platform/metrics.ts';

const log = createLogger({ job: 'sweep' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 5_000, maxAttempts: 5 }),
  name: config.TABLE_NAME,
};
const enqueueAccounts = createEnqueueFunction(config.DELIVERY_QUEUE_URL, config.AWS_REGION);

/** Sends queue messages for endpoints with due events, and logs how late the events are. */
export async function handler(): Promise<void> {
  const now = new Date();
  const sweepReport = await sweepWebhooks(table, enqueueAccounts, now);
  log.info('Webhook endpoints are looked at', { ...sweepReport });
  writeMetric(METRICS.webhookLag, sweepReport.lagSeconds, table.name, now.getTime());
  writeMetric(METRICS.failingWebhooks, sweepReport.failing, table.name, now.getTime());
}
