import { announceVersions } from '../../shared/notifications/event-versions.ts';
import { config } from '../../shared/platform/config.ts';
import { API_VERSIONS } from '../../shared/platform/contract/versions/version-table.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger } from '../../shared/platform/log.ts';

const log = createLogger({ job: 'announcements' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 5_000, maxAttempts: 5 }),
  name: config.TABLE_NAME,
};

/**
 * Creates the events that announce the end of API versions. When a run fails, the next run creates the missing
 * events.
 */
export async function handler(): Promise<void> {
  log.info('Versions are announced', { announced: await announceVersions(table, API_VERSIONS, new Date()) });
}
