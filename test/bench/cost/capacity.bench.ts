import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startTable } from '../../support/engine/embedded-table.ts';

/**
 * Measures the DynamoDB cost of each endpoint: calls, read units and write units of one warm request, including the
 * update of its bucket. The embedded engine reports the units. The market is a sample of 2,000 strategies.
 */
const table = await startTable();
try {
  const worker = new Worker(new URL('../support/endpoint-capacity.ts', import.meta.url), {
    env: {
      ...process.env,
      DEPLOYMENT: 'local',
      STAGE_KIND: 'test',
      LOG_LEVEL: 'silent',
      DYNAMODB_ENDPOINT: table.endpoint,
      TABLE_NAME: table.name,
    },
  });
  await once(worker, 'exit');
} finally {
  await table.stop();
}
