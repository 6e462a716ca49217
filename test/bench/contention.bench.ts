import { deposit } from '../../shared/investments/settlement/settle-transaction.ts';
import { verifyLedger } from '../../shared/investments/verify/verify.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { createVirtualCallDurations, withConflictRule } from '../support/engine/conflict-rule.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { buildLedgerDependencies, publish, T0 } from '../support/ledger.ts';
import { createRandomGenerator } from '../support/random.ts';
import { VirtualTime } from '../support/virtual-time.ts';
import type { Load } from './support/load.ts';
import { printTable, printTarget } from './support/measure.ts';

/** Maximum 99th percentile of the response times, in milliseconds. */
const P99_MAX_MS = 2_000;

interface TimedLoad extends Load {
  readonly seconds: number;
}

const LOADS: readonly TimedLoad[] = [
  { what: 'one client', clients: 1, owners: 1, strategies: 20, seconds: 10 },
  { what: 'one owner, 30/s', perSecond: 30, clients: 1, owners: 1, strategies: 20, seconds: 60 },
  { what: 'one owner, 16 clients', clients: 16, owners: 1, strategies: 20, seconds: 20 },
  { what: 'one owner, 64 clients', clients: 64, owners: 1, strategies: 20, seconds: 20 },
  {
    what: 'one strategy, 400/s',
    perSecond: 400,
    clients: 1,
    owners: 400,
    strategies: 1,
    seconds: 10,
  },
];

interface Outcome {
  readonly times: number[];
  failed: number;
  conflicts: number;
  seconds: number;
}

/** Runs one load in virtual time. The database and all writes are real, and only waiting is virtual. */
async function run(table: EmbeddedTable, load: TimedLoad): Promise<Outcome> {
  const random = createRandomGenerator(7);
  const time = new VirtualTime(T0);
  const { table: contended, counts } = withConflictRule(table, createVirtualCallDurations(time));
  const records = await Promise.all(
    Array.from({ length: load.strategies }, () => publish(table, { min_deposit: 0, tvl: 1e15 })),
  );
  const name = load.what.replace(/\W+/g, '-');
  const outcome: Outcome = { times: [], failed: 0, conflicts: 0, seconds: 0 };
  const dependencies = buildLedgerDependencies(contended, {
    clock: () => time.nowMs,
    pause: (boundMs) => time.sleep(random() * boundMs),
  });
  const one = async (n: number) => {
    const begunMs = time.nowMs;
    const ownerId = `usr_${name}_${Math.floor(random() * load.owners)}`;
    const strategy_id = records[Math.floor(random() * records.length)]?.id ?? '';
    const caller = {
      ownerId,
      now: new Date(time.nowMs),
      idempotencyKey: `${name}-${n}`,
      plan: 'free' as const,
    };
    await deposit(dependencies, { strategy_id, amount: '1' }, caller).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      outcome.failed += 1;
    });
    outcome.times.push(time.nowMs - begunMs);
  };
  const until = T0 + load.seconds * 1_000;
  await time.run(
    load.perSecond === undefined ? closed(load, one, () => time.nowMs < until) : open(load, one),
  );
  async function open({ perSecond = 0, seconds }: TimedLoad, work: typeof one) {
    const running: Promise<void>[] = [];
    for (let n = 0; n < perSecond * seconds; n += 1) {
      await time.sleep((-Math.log(1 - random()) * 1_000) / perSecond);
      running.push(work(n));
    }
    await Promise.all(running);
  }
  return { ...outcome, conflicts: counts.conflicts, seconds: (time.nowMs - T0) / 1_000 };
}

async function closed({ clients }: Load, work: (n: number) => Promise<void>, goesOn: () => boolean) {
  let n = 0;
  const client = async () => {
    while (goesOn()) await work(n++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

const table = await startTable();
try {
  const rows = [
    ['under the conflict rule', 'transactions/s', 'failed', 'conflicts each', 'p50 ms', 'p99 ms'],
  ];
  const loadsFromEnvironment = process.env.LOADS?.split(',').map(Number);
  let worstP99Ms = 0;
  let failed = 0;
  for (const load of LOADS.filter((_, i) => loadsFromEnvironment?.includes(i) ?? true)) {
    const outcome = await run(table, load);
    const times = outcome.times.toSorted((a, b) => a - b);
    const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
    const done = times.length - outcome.failed;
    rows.push([
      load.what,
      (done / outcome.seconds).toFixed(1),
      String(outcome.failed),
      (outcome.conflicts / done).toFixed(2),
      at(0.5).toFixed(0),
      at(0.99).toFixed(0),
    ]);
    failed += outcome.failed;
    worstP99Ms = Math.max(worstP99Ms, at(0.99));
  }
  printTable(rows);
  printTarget('p99', worstP99Ms, P99_MAX_MS, ' ms', 'most');
  printTarget('transactions that failed', failed, 0, '', 'most');
  const { differences } = await verifyLedger(table, () => T0 + 1e12);
  printTarget('differences from the journal', differences.length, 0, '', 'most');
  process.exitCode = failed === 0 && worstP99Ms <= P99_MAX_MS && differences.length === 0 ? 0 : 1;
} finally {
  await table.stop();
}
