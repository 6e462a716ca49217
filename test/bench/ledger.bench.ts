import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { createTransactionDependencies } from '../../shared/investments/dependencies.ts';
import { bookLedgerOrder } from '../../shared/investments/domain/booking.ts';
import { createFirstIndexSegment, growthIndexAt } from '../../shared/investments/domain/growth-index.ts';
import { NEW_OWNER_HEAD } from '../../shared/investments/domain/ledger-entry.ts';
import { listInvestments } from '../../shared/investments/investments.ts';
import { listHistory } from '../../shared/investments/reports/history.ts';
import type { AttemptCounts } from '../../shared/investments/settlement/transaction-request.ts';
import { verifyLedger } from '../../shared/investments/verify/verify.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { createLogger } from '../../shared/platform/log.ts';
import { strategies as strategiesRoutes } from '../../shared/strategies/contract/documentation.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import { startE2e } from '../support/e2e/stack.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { buildLedgerDependencies, Investor, publish, T0 } from '../support/ledger.ts';
import { median, printTable, printTarget } from './support/measure.ts';

const CLIENT_COUNT = 64;
const perSecond = (count: number, ms: number) => (count / ms) * 1_000;
const figure = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/**
 * Runs `work` `count` times, `concurrency` at once. Returns the duration of each run
 * and the total duration, in milliseconds.
 */
async function load(count: number, concurrency: number, work: (n: number) => Promise<unknown>) {
  const times: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (next < count) {
      const begun = performance.now();
      await work(next++);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { ms: performance.now() - startedAt, median: median(times), p99 };
}

function measurePureFunctions(): void {
  const count = 20_000;
  const segments = [createFirstIndexSegment(T0, 5.25)];
  let begun = performance.now();
  for (let i = 0; i < count; i += 1) growthIndexAt(segments, T0 + i * 100_003);
  const growthIndexMs = performance.now() - begun;
  const strategyAsset = {
    strategyId: 'strat_a',
    strategyName: 'A',
    chain: 'base',
    asset: 'USDC',
    decimals: 6,
  };
  begun = performance.now();
  for (let i = 0; i < count; i += 1) {
    const order = { type: 'deposit', amount: 1_000_000n, walletAddress: undefined } as const;
    const nowMs = T0 + i * 1_000;
    const transactionId = `txn_${i}`;
    const common = { transactionId, ownerId: 'usr_a', nowMs, status: 'confirmed' } as const;
    bookLedgerOrder(order, {
      ...common,
      head: NEW_OWNER_HEAD,
      strategyAsset,
      segments,
      position: undefined,
      tails: {},
      priceUsd: 1,
    });
  }
  const bookingDurationMs = performance.now() - begun;
  printTable([
    ['pure functions', 'rate'],
    ['an index at a time', `${figure(perSecond(count, growthIndexMs))}/s`],
    ['a transaction booked, digest included', `${figure(perSecond(count, bookingDurationMs))}/s`],
  ]);
}

async function capacity(table: EmbeddedTable): Promise<void> {
  const { id } = await publish(table, { min_deposit: 0 });
  const ann = new Investor('usr_capacity', buildLedgerDependencies(table));
  const rows = [['capacity', 'read units', 'write units']];
  const measure = async (what: string, work: () => Promise<unknown>) => {
    const meter = startCapacityMeter(table.client);
    await work();
    meter.stop();
    rows.push([what, figure(meter.readUnits, 1), figure(meter.writeUnits, 1)]);
  };
  await measure('first deposit into a strategy', () => ann.deposit(id, '10', 'a'));
  await measure('deposit', () => ann.deposit(id, '10', 'b'));
  await measure('deposit without a key', () => ann.deposit(id, '10'));
  const { investment_id } = await ann.deposit(id, '10', 'c');
  await measure('withdrawal', () => ann.withdraw(investment_id, '10', 'd'));
  await measure('replay of a withdrawal', () => ann.withdraw(investment_id, '10', 'd'));
  for (let i = 0; i < 300; i += 1) await ann.deposit(id, '10');
  const page = (number: number) => ({ page: number, per_page: 10 });
  const history = (query: object) => listHistory(table, ann.ownerId, { ...page(1), ...query });
  await measure('history, page 1', () => history({}));
  await measure('history, page 30', () => history(page(30)));
  await measure('history of one type and strategy, page 1', () =>
    history({ type: 'deposit', strategy_id: id }),
  );
  await measure('history of one type and strategy, page 30', () =>
    history({ ...page(30), type: 'deposit', strategy_id: id }),
  );
  await measure('investments, page 1', () => listInvestments(table, ann.ownerId, page(1), new Date(T0)));
  printTable(rows);
}

/**
 * Returns how many transactions per second the database itself can commit. Each transaction has as many writes as a
 * ledger transaction, and no conflicts occur.
 */
async function measureTransactionsPerSecond(table: EmbeddedTable, concurrency: number): Promise<number> {
  const count = concurrency === 1 ? 300 : 1_500;
  const run = randomUUID();
  const { ms } = await load(count, concurrency, (n) =>
    table.client.send(
      new TransactWriteCommand({
        TransactItems: Array.from({ length: 8 }, (_, i) => ({
          Put: {
            TableName: table.name,
            Item: { pk: `bare ${run} ${n}`, sk: String(i), text: 'x'.repeat(400) },
          },
        })),
      }),
    ),
  );
  return perSecond(count, ms);
}

async function contention(table: EmbeddedTable): Promise<void> {
  const rows = [
    ['in one process', 'transactions/s', 'of bare', 'conflicts per transaction', 'median ms', 'p99 ms'],
  ];
  for (const [what, clients, owners] of [
    ['1 client', 1, 1],
    [`${CLIENT_COUNT} clients, one strategy, each their own position`, CLIENT_COUNT, CLIENT_COUNT],
    [`${CLIENT_COUNT} clients, one position`, CLIENT_COUNT, 1],
  ] as const) {
    const bare = await measureTransactionsPerSecond(table, clients);
    const { id } = await publish(table, { min_deposit: 0 });
    const conflicts: AttemptCounts[] = [];
    const { pause } = createTransactionDependencies({
      now: new Date(T0),
      log: createLogger({}),
      getRemainingTimeInMillis: () => 20_000,
    });
    const dependencies = buildLedgerDependencies(table, {
      pause,
      onContention: (counts) => conflicts.push(counts),
    });
    const investors = Array.from({ length: owners }, (_, i) => new Investor(`usr_${id}_${i}`, dependencies));
    for (const who of investors) await who.deposit(id, '1000');
    const count = clients === 1 ? 300 : owners === 1 ? 320 : 1_280;
    const {
      ms,
      median: middle,
      p99,
    } = await load(count, clients, async (n) => {
      await investors[n % owners]?.deposit(id, '1');
    });
    const refused = conflicts.reduce((sum, counts) => sum + counts.refused + counts.busy, 0);
    const rate = perSecond(count, ms);
    const ratio = `${figure((100 * rate) / bare)}%`;
    rows.push([what, figure(rate), ratio, figure(refused / count, 2), figure(middle, 1), figure(p99, 1)]);
  }
  printTable(rows);
}

async function runOverHttp(): Promise<boolean> {
  const service = await startE2e({
    catalogSize: 60,
    environment: { LOG_LEVEL: 'info' },
  });
  try {
    const { data } = await service.call(strategiesRoutes.list, {
      key: service.keys.pro,
      query: { asset: 'USDC' },
    });
    const strategies: string[] = data.map(({ id }: { id: string }) => id);
    const accounts = createAccountsContext(service.table);
    const limits = { requestsPerMinute: 60_000, burst: 10_000 };
    const keys = await Promise.all(
      Array.from({ length: CLIENT_COUNT }, async () => {
        const user = await makeUser(accounts, { plan: 'enterprise', limits });
        return (await makeKey(accounts, user.id)).text;
      }),
    );
    const rows = [
      ['over HTTP', 'transactions/s', 'contended', 'conflicts per transaction', 'median ms', 'p99 ms'],
    ];
    for (const [what, strategy, keyOf] of [
      [
        `${CLIENT_COUNT} clients, one strategy, each their own position`,
        strategies[0],
        (n: number) => keys[n % CLIENT_COUNT],
      ],
      [`${CLIENT_COUNT} clients, one position`, strategies[1], () => keys[0]],
    ] as const) {
      const deposit = async (n: number) => {
        const answer = await service.call(investments.deposit, {
          key: keyOf(n) ?? '',
          body: { strategy_id: strategy, amount: '250' },
          headers: { 'Idempotency-Key': randomUUID() },
        });
        if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      };
      await load(CLIENT_COUNT, CLIENT_COUNT, deposit);
      const before = service.logs().length;
      const count = 640;
      const { ms, median: middle, p99 } = await load(count, CLIENT_COUNT, deposit);
      const lines = service
        .logs()
        .slice(before)
        .split('\n')
        .filter((line) => line.includes('transaction conflicts'));
      const conflicts = lines.reduce((sum, line) => sum + Number(/"refused":(\d+)/.exec(line)?.[1] ?? 0), 0);
      const share = `${figure((100 * lines.length) / count)}%`;
      const rate = figure(perSecond(count, ms));
      rows.push([what, rate, share, figure(conflicts / count, 2), figure(middle, 1), figure(p99, 1)]);
    }
    printTable(rows);
    return await balances(service.table);
  } finally {
    await service.stop();
  }
}

async function balances(table: Parameters<typeof verifyLedger>[0]): Promise<boolean> {
  const begun = performance.now();
  const report = await verifyLedger(table);
  const seconds = (performance.now() - begun) / 1_000;
  console.log(
    `  verified ${figure(report.entries)} entries of ${report.owners} owners in ${figure(seconds, 2)} s (${figure(report.entries / seconds)}/s)`,
  );
  printTarget('differences from the journal', report.differences.length, 0, '', 'most');
  return report.differences.length === 0;
}

measurePureFunctions();
const table = await startTable();
try {
  await capacity(table);
  await contention(table);
  process.exitCode = (await balances(table)) ? 0 : 1;
} finally {
  await table.stop();
}
if (!(await runOverHttp())) process.exitCode = 1;
