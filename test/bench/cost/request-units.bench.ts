import { CredentialLimiter } from '../../../shared/access/credential-limiter.ts';
import { collectRequests } from '../../../shared/statistics/requests.ts';
import {
  createAccountsContext,
  makeKey,
  makeUser,
  TEST_STORE_TIMEOUT_MILLIS,
} from '../../support/accounts.ts';
import { createTable, type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { measureCapacityUnits, type Units } from '../../support/engine/metered.ts';
import { processAllStreamRecords } from '../../support/engine/stream.ts';
import { addressOf, connect } from '../../support/wallets.ts';
import { printTable } from '../support/measure.ts';

/**
 * Measures the DynamoDB cost of a request with a credential. The cost is the conditional update of the request, plus a
 * share of the hourly job that collects the counts. The bench simulates a few accounts over `SIMULATED_HOURS` hours. It
 * extrapolates the cost of the job to all accounts and divides it by the number of all requests.
 */
const HOUR_MS = 3_600_000;
const SIMULATED_HOURS = 30;
/**
 * Maximum number of simulated requests per account and hour. It is enough, because further requests do not change the
 * cost of the hourly job.
 */
const SIMULATED_REQUESTS_MAX = 20;

const start = Date.UTC(2026, 0, 15);
const hourToEpochMs = (hour: number, share = 0) => start + (hour + share) * HOUR_MS;

/**
 * Simulates one day of `players` accounts. Each account sends `requestsPerHour` requests in an hour. `requestsPerHour` may be a
 * fraction.
 */
async function play(table: EmbeddedTable, players: number, requestsPerHour: number) {
  const accounts = createAccountsContext(table);
  const hashes: string[] = [];
  for (let player = 0; player < players; player += 1) {
    const { id } = await makeUser(accounts, { plan: 'enterprise' });
    hashes.push((await makeKey(accounts, id)).hash);
  }
  await processAllStreamRecords(table);
  let nowMs = start;
  const limiter = new CredentialLimiter(
    () => table,
    () => nowMs * 1_000,
    TEST_STORE_TIMEOUT_MILLIS,
  );
  for (const hash of hashes) await limiter.admit(hash);
  const requests = { count: 0, read: 0, write: 0 };
  const runs = { read: 0, write: 0 };
  let due = 0;
  for (let hour = 0; hour < SIMULATED_HOURS; hour += 1) {
    due += Math.min(requestsPerHour, SIMULATED_REQUESTS_MAX);
    const now = Math.floor(due);
    due -= now;
    for (let request = 0; request < now; request += 1) {
      nowMs = hourToEpochMs(hour, request / (now + 1));
      for (const hash of hashes) {
        const { read, write } = await measureCapacityUnits(table, () => limiter.admit(hash));
        requests.count += 1;
        requests.read += read;
        requests.write += write;
      }
    }
    const { read, write } = await measureCapacityUnits(table, () =>
      collectRequests(table, new Date(hourToEpochMs(hour, 0.5))),
    );
    runs.read += read;
    runs.write += write;
  }
  return { requests, runs };
}

const engine = await startTable();
let made = 0;
async function newTable(): Promise<EmbeddedTable> {
  made += 1;
  const table = { ...engine, name: `bench-${made}` };
  await createTable(table);
  return table;
}

try {
  const rows = [['requests/s', 'accounts', 'write units', 'of them own', 'read units', 'target (write)']];
  for (const perSecond of [1, 100]) {
    for (const accounts of [1, 50, 5_000]) {
      const perHour = (perSecond * 3_600) / accounts;
      const { requests, runs } = await play(await newTable(), 1, perHour);
      // The first simulation has one account, and the second has more. The difference shows the units that each further
      // account costs.
      const players = Math.min(accounts, 4);
      const more = players === 1 ? runs : (await play(await newTable(), players, perHour)).runs;
      const share = (unit: keyof Units) => {
        const unitsPerAccount = players === 1 ? 0 : (more[unit] - runs[unit]) / (players - 1);
        return (runs[unit] + unitsPerAccount * (accounts - 1)) / (perSecond * 3_600 * SIMULATED_HOURS);
      };
      const own = requests.write / requests.count;
      const read = requests.read / requests.count + share('read');
      const figures = [own + share('write'), own, read].map((figure) => figure.toFixed(3));
      rows.push([String(perSecond), String(accounts), ...figures, '<= 1.2']);
    }
  }
  printTable(rows);

  const table = await newTable();
  const { id } = await makeUser(createAccountsContext(table));
  await connect(table, id, 'end-user', addressOf(1));
  const own = await measureCapacityUnits(table, () => connect(table, id, 'end-user', addressOf(2)));
  const before = await measureCapacityUnits(table, () => processAllStreamRecords(table));
  await connect(table, id, 'end-user', addressOf(3));
  const after = await measureCapacityUnits(table, () => processAllStreamRecords(table));
  printTable([
    ['a connection of a wallet', 'write units'],
    ['the request itself, besides its token', String(own.write)],
    ['what the follower of changes writes', String(after.write)],
    ['(the same for everything before)', String(before.write)],
  ]);
} finally {
  await engine.stop();
}
