import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeKey, makeUser, testAccounts } from '../support/accounts.ts';
import { startTable } from '../support/engine/embedded-table.ts';
import { publishRandomMarket } from './support/random-market.ts';

/** How long the answers of performance, recommendation and market take at several sizes of the catalog. */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2000,20000,100000' },
    rounds: { type: 'string', default: '30' },
  },
});
async function measure(size: number): Promise<void> {
  const table = await startTable('bench');
  try {
    await publishRandomMarket(table, size);
    const accounts = testAccounts(table);
    const limits = { requestsPerMinute: 1_000_000, burst: 1_000_000 };
    const user = await makeUser(accounts, { plan: 'enterprise', limits });
    const { text: key } = await makeKey(accounts, user.id);
    const timer = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./support/time-market.ts'))], {
      stdio: 'inherit',
      env: {
        ...process.env,
        DYNAMODB_ENDPOINT: table.endpoint,
        TABLE_NAME: table.name,
        DEPLOYMENT: 'local',
        LOG_LEVEL: 'silent',
        BENCH_KEY: key,
        BENCH_SIZE: String(size),
        BENCH_ROUNDS: values.rounds,
      },
    });
    const [code] = await once(timer, 'exit');
    if (code !== 0) throw new Error(`Timing ${size} strategies ended with ${code}`);
  } finally {
    await table.stop();
  }
}

console.log(
  'Milliseconds of a whole handler, authentication against the database included: the first call, a query that is new\n' +
    'each time (median, 95th percentile), and one that comes again.\n',
);
const title = `${'size'.padStart(7)}  ${'endpoint'.padEnd(24)} ${'query'.padEnd(42)}`;
console.log(`${title}${['first', 'new', 'p95', 'again'].map((text) => text.padStart(9)).join('')}`);
for (const size of values.sizes.split(',')) await measure(Number(size));
