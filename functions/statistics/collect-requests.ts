import { notifyOfRequestQuota } from '../../shared/notifications/event-quotas.ts';
import { config } from '../../shared/platform/config.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger } from '../../shared/platform/log.ts';
import { collectRequests, type HourHandler } from '../../shared/statistics/requests.ts';

const log = createLogger({ job: 'requests' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 5_000, maxAttempts: 5 }),
  name: config.TABLE_NAME,
};

/** Counts requests per hour. When a run fails, the next run also counts the missed hours. */
export async function handler(): Promise<void> {
  const now = new Date();
  const notifyAccountOfQuota: HourHandler = (account, hourlyRequests) =>
    notifyOfRequestQuota(table, account, hourlyRequests, now);
  log.info('Requests are counted', await collectRequests(table, now, notifyAccountOfQuota));
}
