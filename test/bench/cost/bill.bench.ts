import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { CredentialLimiter } from '../../../shared/access/credential-limiter.ts';
import { listInvestments } from '../../../shared/investments/investments.ts';
import { processChanges } from '../../../shared/service/changes.ts';
import { collectRequests } from '../../../shared/statistics/requests.ts';
import {
  createAccountsContext,
  makeKey,
  makeUser,
  TEST_STORE_TIMEOUT_MILLIS,
} from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { measureCapacityUnits, type Units } from '../../support/engine/metered.ts';
import { createStreamReader, processAllStreamRecords } from '../../support/engine/stream.ts';
import { buildLedgerDependencies, Investor, publish } from '../../support/ledger.ts';
import { addressOf, connect } from '../../support/wallets.ts';
import {
  accessLineBytes,
  addCapacityUnits,
  bill,
  computePlatformLogsCostUsd,
  computeUnitsCostUsd,
  FUNCTION_BY_REQUEST_CLASS,
  type Measured,
  MILLION,
  REQUEST_CLASSES,
} from '../support/bill.ts';
import type { RequestBytes } from '../support/line-worker.ts';
import { printTable, printTarget } from '../support/measure.ts';
import { PRICES } from '../support/prices.ts';
import { readStageTemplate } from '../support/stage-template.ts';

/**
 * Computes the bill of a month. Units, log lines and responses are measured with production code, including the
 * stream follower and the hourly job. Settings come from the synthesized template of a live stage. support/prices.ts
 * has the public prices and the values that this bench cannot measure.
 */
/**
 * Returns the capacity units of a request. They include the units for processing the stream records that the request
 * causes.
 */
async function measureUnitsWithStream(table: EmbeddedTable, work: () => Promise<unknown>): Promise<Units> {
  const next = createStreamReader(table);
  await processChanges(table, await next());
  const own = await measureCapacityUnits(table, work);
  const records = await next();
  return addCapacityUnits(own, await measureCapacityUnits(table, () => processChanges(table, records)));
}

/** A JSON replacer that writes big integers and bytes as text of about the same size. */
const toPlainJson = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? 'x'.repeat(value.length) : value;

/** Returns the bytes that the work and its stream processing add to the table. */
async function measureStoredBytes(table: EmbeddedTable, work: () => Promise<unknown>): Promise<number> {
  const size = async () => {
    let bytes = 0;
    for await (const { Items = [] } of paginateScan({ client: table.client }, { TableName: table.name })) {
      bytes += Items.reduce((total, item) => total + JSON.stringify(item, toPlainJson).length, 0);
    }
    return bytes;
  };
  await processAllStreamRecords(table);
  const before = await size();
  await work();
  await processAllStreamRecords(table);
  return (await size()) - before;
}

/**
 * Measures the DynamoDB units of one request of each class, including the rate limiter. Also measures the units that
 * `collectRequests` uses for one account and hour, and the stored bytes of a transaction.
 */
async function measure(table: EmbeddedTable): Promise<Measured> {
  const accounts = createAccountsContext(table);
  const { id: owner } = await makeUser(accounts, { plan: 'enterprise' });
  const { hash } = await makeKey(accounts, owner);
  let nowMs = Date.UTC(2026, 0, 15);
  const limiter = new CredentialLimiter(
    () => table,
    () => nowMs * 1_000,
    TEST_STORE_TIMEOUT_MILLIS,
  );
  await limiter.admit(hash);
  const token = await measureCapacityUnits(table, () => limiter.admit(hash));
  nowMs += 3_600_000;
  await limiter.admit(hash);
  const hour = await measureCapacityUnits(table, () => collectRequests(table, new Date(nowMs + 3_600_000)));

  const investor = new Investor(owner, buildLedgerDependencies(table));
  const { id } = await publish(table, { min_deposit: 0 });
  await investor.deposit(id, '500', 'first');
  const deposit = await measureUnitsWithStream(table, () => investor.deposit(id, '10', 'second'));
  const page = await measureCapacityUnits(table, () =>
    listInvestments(table, owner, { page: 1, per_page: 10 }, new Date(nowMs)),
  );
  await connect(table, owner, 'end-user', addressOf(1));
  const transactionBytes = await measureStoredBytes(table, () => investor.deposit(id, '10', 'third'));
  const connected = await measureUnitsWithStream(table, () =>
    connect(table, owner, 'end-user', addressOf(2)),
  );
  return {
    hour,
    transactionBytes,
    classes: {
      'a page of the catalog or the market': token,
      "a page of an account's own": addCapacityUnits(token, page),
      'a deposit or withdrawal': addCapacityUnits(token, deposit),
      'a connection of a wallet': addCapacityUnits(token, connected),
    },
  };
}

const usd = (value: number) => value.toFixed(2);
const sum = (values: Record<string, number>) =>
  Object.values(values).reduce((total, value) => total + value, 0);

async function measureBytes(): Promise<RequestBytes> {
  const file = new URL('../support/line-worker.ts', import.meta.url);
  const worker = new Worker(file, { env: { LOG_LEVEL: 'info' } });
  const [bytes]: RequestBytes[] = await once(worker, 'message');
  await worker.terminate();
  if (bytes === undefined) throw new Error('The worker measured nothing');
  return bytes;
}

const table = await startTable();
try {
  const measured = await measure(table);
  printTable([
    ['with all that follows', 'write units', 'read units', 'DynamoDB, USD per million'],
    ...Object.entries(measured.classes).map(([name, units]) => [
      name,
      String(units.write),
      String(units.read),
      usd(computeUnitsCostUsd(units) * MILLION),
    ]),
    ['an account’s hour of requests', String(measured.hour.write), String(measured.hour.read), ''],
  ]);
  const inputs = { measured, bytes: await measureBytes(), stage: await readStageTemplate() };
  const { bytes, stage } = inputs;
  console.log();
  printTable([
    ['from the template, and measured', ''],
    ['authorizer cache, seconds', String(stage.authorizerCacheSeconds)],
    ...REQUEST_CLASSES.map((name) => {
      const { memoryGb, architecture } = stage.functionOf(FUNCTION_BY_REQUEST_CLASS[name]);
      return [`memory for ${name}, GB (architecture)`, `${memoryGb} (${architecture})`];
    }),
    ['lines of Lambda itself for each run', stage.logsRuns ? 'yes' : 'no'],
    ["a function's line, bytes", String(bytes.line)],
    ['a line of the access log, bytes', String(accessLineBytes(stage.accessLogFormat))],
    ['an answer with ten strategies, compressed, bytes', String(bytes.answer)],
    ['stored for a transaction, bytes', String(measured.transactionBytes)],
    ['rules of the web ACL', String(stage.wafRules ?? 'none')],
    ['metrics that alarms watch', String(stage.alarmMetrics)],
    ['routes', String(stage.routes)],
  ]);
  const months = [
    { requests: 10e6, accounts: 100 },
    { requests: 100e6, accounts: 1_000 },
    { requests: 1_000e6, accounts: 5_000 },
  ];
  const bills: Record<string, number>[] = months.map(({ requests, accounts }) =>
    bill(requests, accounts, inputs),
  );
  const cloudFrontCosts = months.map(({ requests }) => (requests / MILLION) * PRICES.cloudFrontPerMillion);
  console.log();
  printTable([
    ['USD a month', ...months.map(({ requests }) => `${requests / MILLION} million`)],
    ...Object.keys(bills[0] ?? {}).map((name) => [name, ...bills.map((each) => usd(each[name] ?? 0))]),
    ['in all', ...bills.map((each) => usd(sum(each)))],
    [
      'with a domain (CloudFront)',
      ...bills.map((each, index) => usd(sum(each) + (cloudFrontCosts[index] ?? 0))),
    ],
  ]);
  console.log();
  const saved = months.map(({ requests }) => usd(computePlatformLogsCostUsd(requests, inputs)));
  if (!stage.logsRuns) printTable([['saved by the system log level', ...saved]]);
  printTarget('1,000 million requests', sum(bills[2] ?? {}), 5_600, ' USD', 'most');
} finally {
  await table.stop();
}
