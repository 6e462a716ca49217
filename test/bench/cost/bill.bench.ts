import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { CredentialLimiter } from '../../../shared/access/credential-limiter.ts';
import { listInvestments } from '../../../shared/investments/investments.ts';
import { METRICS } from '../../../shared/platform/metrics.ts';
import { collectRequests } from '../../../shared/statistics/requests.ts';
import { makeKey, makeUser, TEST_PATIENCE_MILLIS, testAccounts } from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { type Units, unitsOf } from '../../support/engine/metered.ts';
import { followAll } from '../../support/engine/stream.ts';
import { Investor, portsOf, publish } from '../../support/ledger.ts';
import { addressOf, connect } from '../../support/wallets.ts';
import type { RequestBytes } from '../support/line-worker.ts';
import { printTable, printTarget } from '../support/measure.ts';
import { ASSUMED, PRICES } from '../support/prices.ts';
import { readStageTemplate, type StageTemplate } from '../support/stage-template.ts';

/**
 * The bill of a month: write and read units, lines and answers as production code makes them here, with all that follows
 * a request through the stream and the hourly job; settings of the synthesized template of a live stage; public prices.
 * What neither the template says nor this bench measures is in support/prices.ts.
 */
const plus = (a: Units, b: Units): Units => ({ read: a.read + b.read, write: a.write + b.write });

/** What a request costs with what the stream's follower does of it, told from what it does of everything before. */
async function withFollowing(table: EmbeddedTable, work: () => Promise<unknown>): Promise<Units> {
  await followAll(table);
  const before = await unitsOf(table, () => followAll(table));
  const own = await unitsOf(table, work);
  const after = await unitsOf(table, () => followAll(table));
  const rest = {
    read: Math.max(0, after.read - before.read),
    write: Math.max(0, after.write - before.write),
  };
  return plus(own, rest);
}

/** For JSON: big numbers and bytes as text of about their size. */
const asText = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? 'x'.repeat(value.length) : value;

/** Bytes that the table holds more after the work and all that follows it. */
async function storedBytes(table: EmbeddedTable, work: () => Promise<unknown>): Promise<number> {
  const size = async () => {
    let bytes = 0;
    for await (const { Items = [] } of paginateScan({ client: table.client }, { TableName: table.name })) {
      bytes += Items.reduce((total, item) => total + JSON.stringify(item, asText).length, 0);
    }
    return bytes;
  };
  await followAll(table);
  const before = await size();
  await work();
  await followAll(table);
  return (await size()) - before;
}

/** Units of a request by its class, the token that it takes included; and of an account's hour. */
async function measure(table: EmbeddedTable) {
  const accounts = testAccounts(table);
  const { id: owner } = await makeUser(accounts, { plan: 'enterprise' });
  const { hash } = await makeKey(accounts, owner);
  let nowMs = Date.UTC(2026, 0, 15);
  const limiter = new CredentialLimiter(
    () => table,
    () => nowMs * 1_000,
    TEST_PATIENCE_MILLIS,
  );
  await limiter.admit(hash);
  const token = await unitsOf(table, () => limiter.admit(hash));
  nowMs += 3_600_000;
  await limiter.admit(hash);
  const hour = await unitsOf(table, () => collectRequests(table, new Date(nowMs + 3_600_000)));

  const investor = new Investor(owner, portsOf(table));
  const { id } = await publish(table, { min_deposit: 0 });
  await investor.deposit(id, '500', 'first');
  const movement = await withFollowing(table, () => investor.deposit(id, '10', 'second'));
  const page = await unitsOf(table, () =>
    listInvestments(table, owner, { page: 1, per_page: 10 }, new Date(nowMs)),
  );
  await connect(table, owner, 'end-user', addressOf(1));
  const movementBytes = await storedBytes(table, () => investor.deposit(id, '10', 'third'));
  const connected = await withFollowing(table, () => connect(table, owner, 'end-user', addressOf(2)));
  return {
    hour,
    movementBytes,
    classes: {
      'a page of the catalog or the market': token,
      "a page of an account's own": plus(token, page),
      'a deposit or withdrawal': plus(token, movement),
      'a connection of a wallet': plus(token, connected),
    },
  };
}

type Measured = Awaited<ReturnType<typeof measure>>;

/** Of a million requests, how many are of each class. */
const SHARES: Readonly<Record<keyof Measured['classes'], number>> = {
  'a page of the catalog or the market': 0.949,
  "a page of an account's own": 0.04,
  'a deposit or withdrawal': 0.01,
  'a connection of a wallet': 0.001,
};

const MONTH_SECONDS = 30 * 86_400;
const HOURS = 720;
const MILLION = 1e6;
const GB = 1e9;

/** The function whose memory is used for each class. */
const FUNCTIONS: Readonly<Record<keyof Measured['classes'], string>> = {
  'a page of the catalog or the market': 'StrategiesListFunction',
  "a page of an account's own": 'InvestmentsListFunction',
  'a deposit or withdrawal': 'InvestmentsDepositFunction',
  'a connection of a wallet': 'WalletsCreateFunction',
};

/** Typical values of what the access log's format names. A field without one fails the bench. */
const ACCESS_VALUES: Readonly<Record<string, string>> = {
  'context.requestId': 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
  'context.requestTimeEpoch': '1767225600000',
  'context.identity.sourceIp': '203.0.113.200',
  'context.httpMethod': 'GET',
  'context.resourcePath': '/v1/strategies/performance',
  'context.status': '200',
  'context.error.responseType': '-',
  'context.responseLength': '2200',
  'context.responseLatency': '24',
  'context.integration.latency': '21',
  'context.integration.error': '-',
  'context.authorizer.latency': '-',
  'context.authorizer.principalId': 'usr_01hzy3v7k5m8n2p4q6r8s0t1v3/key_01hzy3v7k5m8n2p4q6r8s0t1v3',
  'context.integration.integrationStatus': '200',
  'context.authorizer.integrationStatus': '200',
};

function accessLineBytes(format: string): number {
  const line = format.replace(/\$([a-zA-Z.]+)/g, (_, name: string) => {
    const value = ACCESS_VALUES[name];
    if (value === undefined) throw new Error(`ACCESS_VALUES has no ${name}`);
    return value;
  });
  return Buffer.byteLength(line);
}

function gatewayCost(requests: number): number {
  let [cost, from] = [0, 0];
  for (const { upTo, perMillion } of PRICES.apiGateway) {
    const within = Math.max(0, Math.min(requests, upTo) - from);
    cost += (within / MILLION) * perMillion;
    from = upTo;
  }
  return cost;
}

const unitsCost = ({ read, write }: Units) =>
  (write / MILLION) * PRICES.writeUnitsPerMillion + (read / MILLION) * PRICES.readUnitsPerMillion;
const runsCost = (runs: number, seconds: number, memoryGb: number) =>
  (runs / MILLION) * PRICES.lambdaRequestsPerMillion + runs * seconds * memoryGb * PRICES.lambdaGbSecond;
const logCost = (bytes: number, months: number) =>
  (bytes / GB) * (PRICES.logGb + months * PRICES.logStorageGbMonth);

const classNames = Object.keys as (shares: typeof SHARES) => readonly (keyof typeof SHARES)[];
const CLASSES = classNames(SHARES);

interface Inputs {
  readonly measured: Measured;
  readonly bytes: RequestBytes;
  readonly stage: StageTemplate;
}

/** Authorizer runs of a month: at most one for each account whenever the cached policy has expired. */
const authorizations = (requests: number, accounts: number, { authorizerCacheSeconds }: StageTemplate) =>
  Math.min(
    requests * ASSUMED.served,
    (accounts * 30 * ASSUMED.activeHoursPerDay * 3_600) / authorizerCacheSeconds,
  );

function lambdaCost(requests: number, accounts: number, { stage }: Inputs): number {
  const endpoints = CLASSES.map((name) =>
    runsCost(requests * ASSUMED.served * SHARES[name], ASSUMED.runSeconds, stage.memoryGb(FUNCTIONS[name])),
  );
  const seconds: Readonly<Record<string, number>> = ASSUMED.jobSeconds;
  const jobs = [...stage.scheduledRuns].map(([id, runs]) =>
    runsCost(runs, seconds[id] ?? ASSUMED.otherJobSeconds, stage.memoryGb(id)),
  );
  const authorizer = runsCost(
    authorizations(requests, accounts, stage),
    ASSUMED.runSeconds,
    stage.memoryGb('AccessAuthorizerFunction'),
  );
  return [...endpoints, ...jobs, authorizer].reduce((total, each) => total + each, 0);
}

/** What DynamoDB bills beside the requests: the catalog's refresh, the authorizer, the jobs. */
function backgroundUnits(requests: number, accounts: number, { measured: { hour }, stage }: Inputs): Units {
  const perSecond = requests / MONTH_SECONDS;
  const instances = Math.max(2, Math.min(200, perSecond * 0.4));
  // Each warm instance looks at the catalog's head every three seconds, and loads each version.
  const heads = instances * (MONTH_SECONDS / 3) * 0.5 * Math.min(1, perSecond / 2 + 0.05);
  const ingestions = stage.scheduledRuns.get('IngestRunFunction') ?? 0;
  return {
    read:
      heads +
      instances * HOURS * 282 +
      authorizations(requests, accounts, stage) +
      hour.read * accounts * HOURS,
    write:
      ingestions * ASSUMED.ingestionWriteUnits +
      30 * ASSUMED.dailyItemsWriteUnits +
      hour.write * accounts * HOURS,
  };
}

/** Of the lines that Lambda itself would write for each run. */
const platformLogsCost = (requests: number, { stage }: Inputs) =>
  logCost(
    requests * ASSUMED.served * (ASSUMED.platformLineBytes + ASSUMED.lineOverheadBytes),
    stage.logMonths,
  );

function logsCost(requests: number, inputs: Inputs): number {
  const { bytes, stage } = inputs;
  return (
    logCost(requests * ASSUMED.served * (bytes.line + ASSUMED.lineOverheadBytes), stage.logMonths) +
    (stage.logsRuns ? platformLogsCost(requests, inputs) : 0) +
    logCost(
      requests * (accessLineBytes(stage.accessLogFormat) + ASSUMED.lineOverheadBytes),
      stage.accessLogMonths,
    )
  );
}

/** Alarms, metrics of functions and of the access log's filters, and the dashboard. */
function monitoringCost({ stage }: Inputs): number {
  const series: Readonly<Record<string, number>> = {
    'method,route': stage.routes,
    'gateway_response,status': ASSUMED.gatewayAnswers,
  };
  const ofFilters = [...stage.filterMetrics].reduce(
    (total, [dimensions, metrics]) => total + metrics * (series[dimensions] ?? 1),
    0,
  );
  // Rejected requests are a series for each code, every other metric is one.
  const own = Object.keys(METRICS).length - 1 + ASSUMED.errorCodes;
  return (
    stage.alarmMetrics * PRICES.alarmMetricMonth +
    (ofFilters + own) * PRICES.metricMonth +
    stage.dashboards * PRICES.dashboardMonth
  );
}

const wafCost = (requests: number, { stage: { wafRules } }: Inputs) =>
  wafRules === undefined
    ? 0
    : PRICES.wafAclMonth + wafRules * PRICES.wafRuleMonth + (requests / MILLION) * PRICES.wafPerMillion;

/** The month's bill of so many requests by so many accounts, by what is paid for. */
function bill(requests: number, accounts: number, inputs: Inputs): Record<string, number> {
  const { measured, bytes } = inputs;
  const ofClasses = CLASSES.reduce(
    (sum, name) => {
      const { read, write } = measured.classes[name];
      const count = SHARES[name] * requests;
      return plus(sum, { read: read * count, write: write * count });
    },
    { read: 0, write: 0 },
  );
  const stored = requests * SHARES['a deposit or withdrawal'] * measured.movementBytes * ASSUMED.storedMonths;
  return {
    'API Gateway': gatewayCost(requests),
    WAF: wafCost(requests, inputs),
    Lambda: lambdaCost(requests, accounts, inputs),
    'DynamoDB, requests': unitsCost(ofClasses),
    'DynamoDB, all else': unitsCost(backgroundUnits(requests, accounts, inputs)),
    'DynamoDB, storage after a year': (ASSUMED.catalogGb + stored / GB) * PRICES.storageGbMonth,
    'CloudWatch Logs': logsCost(requests, inputs),
    'Alarms, metrics, dashboard': monitoringCost(inputs),
    'Data out': Math.max(0, (requests * bytes.answer) / GB - ASSUMED.freeTransferGb) * PRICES.transferGb,
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
      usd(unitsCost(units) * MILLION),
    ]),
    ['an account’s hour of requests', String(measured.hour.write), String(measured.hour.read), ''],
  ]);
  const inputs = { measured, bytes: await measureBytes(), stage: await readStageTemplate() };
  const { bytes, stage } = inputs;
  console.log();
  printTable([
    ['from the template, and measured', ''],
    ['authorizer cache, seconds', String(stage.authorizerCacheSeconds)],
    ...CLASSES.map((name) => [`memory for ${name}, GB`, String(stage.memoryGb(FUNCTIONS[name]))]),
    ['lines of Lambda itself for each run', stage.logsRuns ? 'yes' : 'no'],
    ["a function's line, bytes", String(bytes.line)],
    ['a line of the access log, bytes', String(accessLineBytes(stage.accessLogFormat))],
    ['an answer with ten strategies, compressed, bytes', String(bytes.answer)],
    ['stored for a movement, bytes', String(measured.movementBytes)],
    ['rules of the web ACL', String(stage.wafRules ?? 'none')],
    ['metrics that alarms watch', String(stage.alarmMetrics)],
    ['routes', String(stage.routes)],
  ]);
  const months = [
    { requests: 10e6, accounts: 100 },
    { requests: 100e6, accounts: 1_000 },
    { requests: 1_000e6, accounts: 5_000 },
  ];
  const bills = months.map(({ requests, accounts }) => bill(requests, accounts, inputs));
  const cloudFront = months.map(({ requests }) => (requests / MILLION) * PRICES.cloudFrontPerMillion);
  console.log();
  printTable([
    ['USD a month', ...months.map(({ requests }) => `${requests / MILLION} million`)],
    ...Object.keys(bills[0] ?? {}).map((name) => [name, ...bills.map((each) => usd(each[name] ?? 0))]),
    ['in all', ...bills.map((each) => usd(sum(each)))],
    ['with a domain (CloudFront)', ...bills.map((each, index) => usd(sum(each) + (cloudFront[index] ?? 0)))],
  ]);
  console.log();
  const saved = months.map(({ requests }) => usd(platformLogsCost(requests, inputs)));
  if (!stage.logsRuns) printTable([['saved by the system log level', ...saved]]);
  printTarget('1,000 million requests', sum(bills[2] ?? {}), 5_600, ' USD', 'most');
} finally {
  await table.stop();
}
