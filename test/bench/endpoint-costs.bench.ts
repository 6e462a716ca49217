import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { makeKey, makeUser, testAccounts } from '../support/accounts.ts';
import { startTable } from '../support/engine/embedded-table.ts';
import { publishRandomMarket } from './support/random-market.ts';

/**
 * What each endpoint that answers from the catalog costs the processor at 50,000 strategies, through its whole
 * handler and against a database, as a multiple of a plain list: a question that comes again, and one that is new
 * each time.
 */
const SIZE = 50_000;

const table = await startTable('bench');
try {
  await publishRandomMarket(table, SIZE);
  const accounts = testAccounts(table);
  const limits = { requestsPerMinute: 1_000_000, burst: 1_000_000 };
  const user = await makeUser(accounts, { plan: 'enterprise', limits });
  const { text: key } = await makeKey(accounts, user.id);
  const script = fileURLToPath(import.meta.resolve('./support/time-endpoints.ts'));
  const timer = spawn(process.execPath, [script], {
    stdio: 'inherit',
    env: {
      ...process.env,
      DYNAMODB_ENDPOINT: table.endpoint,
      TABLE_NAME: table.name,
      DEPLOYMENT: 'local',
      LOG_LEVEL: 'info',
      BENCH_KEY: key,
      BENCH_SIZE: String(SIZE),
    },
  });
  const [code] = await once(timer, 'exit');
  if (code !== 0) throw new Error(`Timing ended with ${code}`);
} finally {
  await table.stop();
}
