import { CredentialLimiter } from '../../../shared/access/credential-limiter.ts';
import { listInvestments } from '../../../shared/investments/investments.ts';
import { collectRequests } from '../../../shared/statistics/requests.ts';
import { makeKey, makeUser, TEST_PATIENCE_MILLIS, testAccounts } from '../../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { type Units, unitsOf } from '../../support/engine/metered.ts';
import { followAll } from '../../support/engine/stream.ts';
import { Investor, portsOf, publish } from '../../support/ledger.ts';
import { addressOf, connect } from '../../support/wallets.ts';
import { printTable, printTarget } from '../support/measure.ts';
import { ASSUMED, PRICES } from '../support/prices.ts';

/**
 * The bill of a month: write and read units as production code consumes them here, with all that follows a request
 * through the stream and the hourly job, and public prices. What cannot be measured here stands in support/prices.ts.
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
  const connected = await withFollowing(table, () => connect(table, owner, 'end-user', addressOf(2)));
  return {
    hour,
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

const LINE_BYTES = 277;
const MONTH_SECONDS = 30 * 86_400;
const HOURS = 720;
const MILLION = 1e6;
const GB = 1e9;

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
const gbSeconds = (seconds: number) => seconds * ASSUMED.memoryGb * PRICES.lambdaGbSecond;

const lineBytes =
  LINE_BYTES + ASSUMED.platformLineBytes + ASSUMED.accessLineBytes + 3 * ASSUMED.overheadBytes;
const logCost = (bytes: number) => (bytes / GB) * (PRICES.logGb + PRICES.logStorageGbMonth);

/** The month's bill of so many requests by so many accounts, by what is paid for. */
function bill(requests: number, accounts: number, { classes, hour }: Measured): Record<string, number> {
  const perSecond = requests / MONTH_SECONDS;
  const instances = Math.max(2, Math.min(200, perSecond * 0.4));
  const authorizations = Math.min(
    requests * ASSUMED.served,
    accounts * ASSUMED.authorizationsPerAccountMonth,
  );
  const ofClasses = Object.entries(SHARES).reduce(
    (sum, [name, share]) => {
      const units = Object.entries(classes).find(([known]) => known === name)?.[1];
      if (units === undefined) throw new Error(`There are no units of ${name}`);
      return plus(sum, { read: units.read * share * requests, write: units.write * share * requests });
    },
    { read: 0, write: 0 },
  );
  // Each warm instance looks at the catalog's head every three seconds, and loads each version.
  const heads = instances * (MONTH_SECONDS / 3) * 0.5 * Math.min(1, perSecond / 2 + 0.05);
  const background = {
    read: heads + instances * HOURS * 282 + authorizations + hour.read * accounts * HOURS,
    write:
      ASSUMED.ingestions * ASSUMED.ingestionWriteUnits +
      30 * ASSUMED.dailyItemsWriteUnits +
      hour.write * accounts * HOURS,
  };
  const runs = requests * ASSUMED.served + authorizations;
  const jobSeconds = ASSUMED.ingestions * ASSUMED.ingestionSeconds * 2;
  return {
    'API Gateway': gatewayCost(requests),
    Lambda:
      (runs / MILLION) * PRICES.lambdaRequestsPerMillion +
      gbSeconds(runs * ASSUMED.endpointSeconds + jobSeconds),
    'DynamoDB, requests': unitsCost(ofClasses),
    'DynamoDB, all else': unitsCost(background),
    'CloudWatch Logs': logCost(requests * lineBytes + authorizations * ASSUMED.platformLineBytes),
    'Data out':
      Math.max(0, (requests * ASSUMED.answerBytes) / GB - ASSUMED.freeTransferGb) * PRICES.transferGb,
    'Storage, alarms, dashboard':
      ASSUMED.tableGb * PRICES.storageGbMonth +
      ASSUMED.alarms * PRICES.alarmMonth +
      ASSUMED.metrics * PRICES.metricMonth +
      PRICES.dashboardMonth,
  };
}

const usd = (value: number) => value.toFixed(2);
const sum = (values: Record<string, number>) =>
  Object.values(values).reduce((total, value) => total + value, 0);

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
  const months = [
    { requests: 1e6, accounts: 50 },
    { requests: 100e6, accounts: 1_000 },
    { requests: 1_000e6, accounts: 5_000 },
  ];
  const bills = months.map(({ requests, accounts }) => bill(requests, accounts, measured));
  const edge = months.map(
    ({ requests }) =>
      (requests / MILLION) * (PRICES.cloudFrontPerMillion + PRICES.wafPerMillion) + PRICES.wafMonth,
  );
  console.log();
  printTable([
    ['USD a month', ...months.map(({ requests }) => `${requests / MILLION} million`)],
    ...Object.keys(bills[0] ?? {}).map((name) => [name, ...bills.map((each) => usd(each[name] ?? 0))]),
    ['in all', ...bills.map((each) => usd(sum(each)))],
    ['with CloudFront and WAF', ...bills.map((each, index) => usd(sum(each) + (edge[index] ?? 0)))],
  ]);
  printTarget('1,000 million requests', sum(bills[2] ?? {}), 5_400, ' USD', 'most');
} finally {
  await table.stop();
}
