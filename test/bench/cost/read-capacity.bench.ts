import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { batchPut } from '../../../shared/platform/dynamodb/batch.ts';
import { publishSnapshot } from '../../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import {
  CATALOG_SNAPSHOT_NAME,
  encodeCatalog,
} from '../../../shared/strategies/domain/catalog/encoding/encode.ts';
import { createAccountsContext, makeKey, makeUser } from '../../support/accounts.ts';
import { startTable } from '../../support/engine/embedded-table.ts';
import { randomRecords } from '../../support/records.ts';
import type { CapacityResult, CapacityTask } from '../support/capacity-worker.ts';
import { printTable, printTarget } from '../support/measure.ts';

/**
 * Compares two ways to read one page of the strategy list together with the exact number of matching strategies. The
 * first is a Query with FilterExpression over the items of strategies. The second is the handler of the route. The
 * database engine counts the read units of both.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '20000' },
    requests: { type: 'string', default: '1000' },
  },
});
const size = Number(values.size);
const requests = Number(values.requests);
const QUERY = { chain: 'ethereum', min_apy: '5', risk_level: 'low' };

const table = await startTable();
const records = [...randomRecords(size)];
const partition = { pk: 'LISTED' };
await batchPut(
  table,
  records.map((record) => ({ ...partition, sk: record.id, ...record })),
  { concurrency: 4 },
);
const now = new Date();
await publishSnapshot(table, CATALOG_SNAPSHOT_NAME, encodeCatalog(records), { asOf: now, now });

/**
 * Returns the read units that Query needs for one page, and the number of all matches. Query reads every item, because
 * DynamoDB filters after reading and the total counts all matches.
 */
async function measureQueryReadUnits(): Promise<{ units: number; total: number }> {
  let [units, total]: [number, number] = [0, 0];
  let start: Record<string, unknown> | undefined;
  do {
    const answer = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: '#chain = :chain AND current_apy >= :apy AND risk_level = :risk',
        ExpressionAttributeNames: { '#chain': 'chain' },
        ExpressionAttributeValues: {
          ':pk': partition.pk,
          ':chain': QUERY.chain,
          ':apy': Number(QUERY.min_apy),
          ':risk': QUERY.risk_level,
        },
        ExclusiveStartKey: start,
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );
    units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    total += answer.Count ?? 0;
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
  return { units, total };
}

const queried = await measureQueryReadUnits();

const accounts = createAccountsContext(table);
const limits = { requestsPerMinute: 1_000_000, burst: 1_000_000 };
const user = await makeUser(accounts, { plan: 'enterprise', limits });
const { text: key } = await makeKey(accounts, user.id);
// Load the function in a separate thread, so that its environment already contains the table name.
const worker = new Worker(new URL('../support/capacity-worker.ts', import.meta.url), {
  env: {
    DYNAMODB_ENDPOINT: table.endpoint,
    TABLE_NAME: table.name,
    DEPLOYMENT: 'local',
    STAGE_KIND: 'test',
    LOG_LEVEL: 'silent',
  },
  workerData: { key, query: QUERY, requests } satisfies CapacityTask,
});
const [handled]: CapacityResult[] = await once(worker, 'message');
await table.stop();
if (handled === undefined) throw new Error('no result');
if (handled.total !== queried.total) throw new Error(`${handled.total} matches, not ${queried.total}`);

const meanUnitsPerRequest = (handled.firstRequestReadUnits + handled.restUnits) / requests;
const figure = (units: number) => units.toLocaleString('en', { maximumFractionDigits: 3 });
printTable([
  [`one page with its total, ${size.toLocaleString('en')} strategies`, 'read units'],
  ['Query and FilterExpression', figure(queried.units)],
  ['the handler: first request of an instance', figure(handled.firstRequestReadUnits)],
  [
    `the handler: each of ${requests.toLocaleString('en')} requests, the first included`,
    figure(meanUnitsPerRequest),
  ],
  ['the handler: each request thereafter', figure(handled.restUnits / (requests - 1))],
]);
printTarget(
  'Query : handler, the first request included',
  queried.units / meanUnitsPerRequest,
  1_000,
  ' x',
  'least',
);
