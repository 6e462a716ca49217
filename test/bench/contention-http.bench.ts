import * as z from 'zod';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { verifyLedger } from '../../shared/investments/verify/verify.ts';
import { strategies as strategiesRoutes } from '../../shared/strategies/contract/documentation.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import { startE2e } from '../support/e2e/stack.ts';
import { createRandomGenerator } from '../support/random.ts';
import { startConflictingTable } from '../support/runs/service-rules.ts';
import type { Load } from './support/load.ts';
import { printTable, printTarget } from './support/measure.ts';

/**
 * Measures conflicting deposits and withdrawals over HTTP. Gateway, functions and database run as in `npm start`. As in
 * DynamoDB, an item can be part of only one transaction at a time. Each transaction takes 10 ms. All processes share
 * this machine, so the measured times are an upper bound. contention.bench.ts measures without gateway and functions.
 */

/** Duration in seconds of each load in `LOADS`. The goals are defined for 60 seconds. */
const LOAD_DURATION_SECONDS = Number(process.env.SECONDS ?? 60);
/**
 * Request rate per second in the load with a fixed rate for one account. All processes share one machine, so a much
 * higher rate would overload it.
 */
const REQUESTS_PER_SECOND = Number(process.env.RATE ?? 30);
const STRATEGIES = 20;
const P99_MAX_MS = 2_000;

const LOADS: readonly Load[] = [
  { what: 'one client', clients: 1, owners: 1, strategies: STRATEGIES },
  {
    what: `one owner, ${REQUESTS_PER_SECOND}/s`,
    perSecond: REQUESTS_PER_SECOND,
    clients: 1,
    owners: 1,
    strategies: STRATEGIES,
  },
  { what: 'one owner, 16 clients', clients: 16, owners: 1, strategies: STRATEGIES },
  { what: 'one owner, 64 clients', clients: 64, owners: 1, strategies: STRATEGIES },
  { what: 'one strategy, 64 owners, 64 clients', clients: 64, owners: 64, strategies: 1 },
  { what: 'one strategy, 64 owners, 400/s', perSecond: 400, clients: 1, owners: 64, strategies: 1 },
];

const random = createRandomGenerator(7);
const pick = <T>(from: readonly T[], of: number): T => {
  const found = from[Math.floor(random() * Math.min(of, from.length))];
  if (found === undefined) throw new Error('There is nothing to pick from');
  return found;
};
const until = (atMs: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - performance.now())));

/** The message and the cause of a logged error. */
const failure = z.object({
  error_message: z.string(),
  get cause() {
    return z.optional(failure);
  },
});
const line = z.intersection(failure, z.object({ level: z.literal('error') }));

function messagesOf({ error_message, cause }: z.infer<typeof failure>): string {
  return cause === undefined ? error_message : `${error_message} < ${messagesOf(cause)}`;
}

/** Prints how often the service failed, and why. A request that only met conflicts must not be answered with 500. */
function printErrors(log: string): void {
  const found = log.split('\n').flatMap((text) => {
    if (!text.includes('"level":"error"')) return [];
    return messagesOf(line.parse(JSON.parse(text)));
  });
  for (const [message, all] of Map.groupBy(found, (each) => each))
    console.log(`  ${all.length} x ${message}`);
}

const table = await startConflictingTable();
const service = await startE2e({ catalogSize: 200, dynamodbEndpoint: table.endpoint });
try {
  const listed = await service.call(strategiesRoutes.list, {
    key: service.keys.enterprise,
    query: { stablecoin: 'true', per_page: '100' },
  });
  const strategies: string[] = listed.data.map(({ id }: { id: string }) => id);
  const accounts = createAccountsContext(service.table);
  const keys: string[] = [];
  for (let owner = 0; owner < 64; owner += 1) {
    const { id } = await makeUser(accounts, { plan: 'enterprise' });
    keys.push((await makeKey(accounts, id)).text);
  }

  /** Runs one load. Returns the duration of each request, and the number of responses with each status. */
  const run = async (load: Load) => {
    const times: number[] = [];
    const statuses = new Map<number, number>();
    const one = async (n: number) => {
      const startedAtMs = performance.now();
      const { status } = await service.call(investments.deposit, {
        key: pick(keys, load.owners),
        body: { strategy_id: pick(strategies, load.strategies), amount: '1000' },
        headers: { 'Idempotency-Key': `${load.what.replace(/\W+/g, '-')}-${n}` },
      });
      times.push(performance.now() - startedAtMs);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const cpuUsageBefore = process.cpuUsage();
    const startMs = performance.now();
    const endMs = startMs + LOAD_DURATION_SECONDS * 1_000;
    let n = 0;
    const running: Promise<void>[] = [];
    if (load.perSecond === undefined) {
      const client = async () => {
        while (performance.now() < endMs) await one(n++);
      };
      running.push(...Array.from({ length: load.clients }, client));
    } else {
      for (let nextMs = startMs; nextMs < endMs; ) {
        nextMs += (-Math.log(1 - random()) * 1_000) / load.perSecond;
        await until(nextMs);
        running.push(one(n++));
      }
    }
    await Promise.all(running);
    const { user, system } = process.cpuUsage(cpuUsageBefore);
    return {
      times,
      statuses,
      cpuMs: (user + system) / 1_000,
      seconds: (performance.now() - startMs) / 1_000,
    };
  };

  const selectedLoadIndexes = process.env.LOADS?.split(',').map(Number);
  const rows = [
    [
      'over HTTP, under the conflict rule',
      'transactions/s',
      'answers',
      'p50 ms',
      'p99 ms',
      'processor ms each',
    ],
  ];
  let failed = 0;
  let worstMs = 0;
  for (const load of LOADS.filter((_, i) => selectedLoadIndexes?.includes(i) ?? true)) {
    const { times, statuses, cpuMs, seconds } = await run(load);
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
    const booked = statuses.get(201) ?? 0;
    rows.push([
      load.what,
      (booked / seconds).toFixed(1),
      [...statuses].map(([status, count]) => `${count} x ${status}`).join(', '),
      at(0.5).toFixed(0),
      at(0.99).toFixed(0),
      (cpuMs / booked).toFixed(1),
    ]);
    failed += times.length - booked;
    worstMs = Math.max(worstMs, at(0.99));
  }
  printTable(rows);
  printErrors(service.logs());
  printTarget('transactions that failed', failed, 0, '', 'most');
  printTarget('p99', worstMs, P99_MAX_MS, ' ms', 'most');
  const { differences } = await verifyLedger(service.table);
  printTarget('differences from the journal', differences.length, 0, '', 'most');
  process.exitCode = failed === 0 && differences.length === 0 ? 0 : 1;
} finally {
  await service.stop();
  await table.stop();
}
