import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { investments } from '../../shared/investments/contract/documentation.ts';
import type { TransactionResult } from '../../shared/investments/contract/responses.ts';
import { growthIndexAt } from '../../shared/investments/domain/growth-index.ts';
import { investmentIdOf } from '../../shared/investments/domain/ids/investment-id.ts';
import { ownerIdOf } from '../../shared/investments/domain/ids/owner.ts';
import { parseEntryId } from '../../shared/investments/domain/ids/transaction-id.ts';
import { listInvestments } from '../../shared/investments/investments.ts';
import { recordIndexObservations } from '../../shared/investments/observations.ts';
import { listHistory } from '../../shared/investments/reports/history.ts';
import { readIndexSegments } from '../../shared/investments/store/strategy-ledger.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { toBaseUnits } from '../../shared/platform/domain/units.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import type { StrategyRecord } from '../../shared/strategies/contract/strategy-record.ts';
import { createVirtualCallDurations, withConflictRule } from '../support/engine/conflict-rule.ts';
import { createTable, type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import {
  buildLedgerDependencies,
  DAY_MS,
  Investor,
  observationOf,
  publish,
  T0,
  verify,
} from '../support/ledger.ts';
import { createRandomGenerator } from '../support/random.ts';
import { chooseLedgerSeed, readOperationCount } from '../support/scale.ts';
import { VirtualTime } from '../support/virtual-time.ts';
import { ExactPosition } from './domain/support/exact-position.ts';

const OPERATIONS = readOperationCount(120);
const OPERATIONS_PER_RUN = 80;
/** Number of concurrent runs. Each has its own accounts and strategies. */
const CONCURRENT_RUNS = 6;
/** Number of runs for one seed. */
const RUNS_PER_SEED = Math.ceil(OPERATIONS / OPERATIONS_PER_RUN / CONCURRENT_RUNS);
const DECIMALS = 6;

let engine: EmbeddedTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const tables: Promise<Table>[] = [];

/**
 * Returns the table of a run. At most 40 runs share a table, so that no table contains the items of thousands of runs.
 */
function getTableOfRun(modelRun: number): Promise<Table> {
  const number = Math.floor(modelRun / 40);
  const made = async () => {
    const table = { client: engine.client, name: `model-${number}` };
    await createTable(table);
    return table;
  };
  tables[number] ??= made();
  return tables[number];
}

const two = fc.integer({ min: 0, max: 1 });
/** Generates the index of one of the three owners: two accounts, and an end user of the first account. */
const three = fc.integer({ min: 0, max: 2 });
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 100n }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  // A larger amount would soon exceed the deposit cap of the strategy.
  fc.bigInt({ min: 1n, max: 10n ** 19n }),
);
const operation = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('deposit' as const), owner: three, strategy: two, amount }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      owner: three,
      strategy: two,
      // The amount to withdraw, in thousandths of the position's value. Above 1000, the withdrawal exceeds the balance.
      part: fc.integer({ min: 1, max: 1_050 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('all' as const), owner: three, strategy: two }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      owner: three,
      strategy: two,
      // The amount to move, in thousandths of the position's value. Above 1000, the request moves everything.
      part: fc.integer({ min: 1, max: 1_200 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      owner: three,
      strategy: two,
      part: fc.integer({ min: -1_050, max: 500 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('observe' as const),
      strategy: two,
      apy: fc.double({ min: -60, max: 400, noNaN: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.nat(20 * DAY_MS) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const units = (text: string) =>
  toBaseUnits(text.replace('-', ''), DECIMALS) * (text.startsWith('-') ? -1n : 1n);
const text = (amountBaseUnits: bigint) => {
  const digits = String(amountBaseUnits).padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};

/**
 * Returns the positions that an operation changes, by owner and strategy. Empty for an operation on the whole market.
 */
function positionsOf(step: Operation): string[] {
  if (!('owner' in step)) return [];
  const strategies = step.kind === 'move' ? [0, 1] : [step.strategy];
  return strategies.map((strategy) => `${step.owner} ${strategy}`);
}

/**
 * Splits operations into groups of consecutive operations that change different positions. The operations of a group
 * run concurrently, and the groups run one after another.
 */
function rounds(steps: readonly Operation[]): Operation[][] {
  const all: Operation[][] = [];
  let moved = new Set<string>();
  for (const step of steps) {
    const own = positionsOf(step);
    const last = all.at(-1);
    if (last !== undefined && own.length > 0 && moved.size > 0 && !own.some((each) => moved.has(each))) {
      last.push(step);
    } else {
      all.push([step]);
      moved = new Set();
    }
    for (const each of own) moved.add(each);
  }
  return all;
}

let runCount = 0;
let done = 0;
let conflicts = 0;

/** Resolves to the result, or to the error if the work is rejected. */
function answered<T>(work: Promise<T>): Promise<T | ApiError> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
}

/** Sends an operation on one strategy to the service. */
function requestTransaction(
  who: Investor,
  strategyId: string,
  step: { kind: string; amount?: bigint; part: bigint; investmentId: string },
): Promise<TransactionResult> {
  const { kind, amount = 0n, part, investmentId } = step;
  if (kind === 'deposit') return who.deposit(strategyId, text(amount));
  return kind === 'adjust'
    ? who.adjust(investmentId, part < 0n ? `-${text(-part)}` : text(part))
    : who.withdraw(investmentId, kind === 'all' ? 'all' : text(part));
}

/** A run with its own accounts and strategies, applied to the service and to the exact model. */
class ModelRun {
  readonly owners: readonly Investor[];
  readonly strategies: StrategyRecord[];
  readonly exact = new Map<string, ExactPosition>();
  /** Ids of the entries that a response confirmed, by owner. */
  readonly confirmedEntries = new Map<string, string[]>();
  readonly table: Table;
  /** The virtual time of calls and pauses. */
  readonly #time = new VirtualTime(T0);
  readonly #counts: { readonly conflicts: number };
  nowMs = T0;

  constructor(number: number, table: Table, strategies: StrategyRecord[]) {
    const contended = withConflictRule(table, createVirtualCallDurations(this.#time));
    this.table = contended.table;
    this.#counts = contended.counts;
    const random = createRandomGenerator(number);
    const dependencies = buildLedgerDependencies(this.table, {
      clock: () => this.#time.nowMs,
      pause: (boundMs) => this.#time.sleep(random() * boundMs),
    });
    this.owners = [
      new Investor(`usr_${number}a`, dependencies),
      new Investor(`usr_${number}b`, dependencies),
      new Investor(`usr_${number}a`, dependencies, 'bea'),
    ];
    this.strategies = strategies;
  }

  /** Runs the operations, and compares the final state with the model. */
  async run(steps: readonly Operation[]): Promise<void> {
    const runAll = async () => {
      for (const round of rounds(steps)) {
        await Promise.all(round.map((step) => this.#apply(step)));
        done += round.length;
      }
      await this.#check();
    };
    await this.#time.run(runAll());
    conflicts += this.#counts.conflicts;
  }

  async index(strategyId: string): Promise<bigint> {
    return growthIndexAt(await readIndexSegments(this.table, strategyId), this.nowMs);
  }

  async #value(who: Investor, strategyId: string): Promise<bigint> {
    const query = investments.list.query.parse({ strategy_id: strategyId, user_id: who.userId ?? '' });
    const { data } = await listInvestments(this.table, who.ownerId, query, new Date(this.nowMs));
    return units(data[0]?.value ?? '0');
  }

  async #apply(step: Operation): Promise<void> {
    if (step.kind === 'time') {
      this.nowMs += step.ms;
      return;
    }
    const record = this.strategies[step.strategy];
    if (record === undefined) throw new Error('There is no such strategy');
    if (step.kind === 'observe') {
      const observed = observationOf({ ...record, current_apy: step.apy });
      await recordIndexObservations(this.table, [observed], () => new Date(this.nowMs));
      return;
    }
    const who = this.owners[step.owner];
    if (who === undefined) throw new Error('There is no such owner');
    if (step.kind === 'move') await this.#shift(who, step);
    else await this.#move(who, record.id, step);
  }

  async #move(
    who: Investor,
    strategyId: string,
    step: Exclude<Extract<Operation, { owner: number }>, { kind: 'move' }>,
  ): Promise<void> {
    who.nowMs = this.nowMs;
    const before = await this.#value(who, strategyId);
    const investmentId = this.#idOf(who, strategyId);
    const part = 'part' in step ? (before * BigInt(step.part)) / 1_000n : 0n;
    if ('part' in step && part === 0n) return;
    const result = await answered(requestTransaction(who, strategyId, { ...step, investmentId, part }));
    if (result instanceof ApiError) {
      // A position can be worth less than one base unit. Then there is nothing to withdraw.
      this.exact.get(investmentId)?.check(before, await this.index(strategyId));
      const hasNothingToWithdraw = before === 0n && step.kind !== 'deposit';
      expect(hasNothingToWithdraw || part > before || -part > before, result.message).toBe(true);
    } else await this.#compare(who, strategyId, result, before);
  }

  /** Moves an amount between the two strategies. What leaves one arrives in the other. */
  async #shift(who: Investor, step: Extract<Operation, { kind: 'move' }>): Promise<void> {
    who.nowMs = this.nowMs;
    const [from, to] = [this.strategies[step.strategy], this.strategies[1 - step.strategy]];
    if (from === undefined || to === undefined) throw new Error('There is no such strategy');
    const [left, arrived] = [await this.#value(who, from.id), await this.#value(who, to.id)];
    const part = (left * BigInt(step.part)) / 1_000n;
    if (part === 0n) return;
    const amountOrAll = step.part > 1_000 ? 'all' : text(part);
    const result = await answered(who.move(this.#idOf(who, from.id), to.id, amountOrAll));
    if (result instanceof ApiError) throw result;
    await this.#compare(who, from.id, result.withdrawal, left);
    await this.#compare(who, to.id, result.deposit, arrived);
  }

  #idOf(who: Investor, strategyId: string): string {
    return investmentIdOf(ownerIdOf(who.ownerId, who.userId), strategyId);
  }

  async #compare(
    who: Investor,
    strategyId: string,
    result: TransactionResult,
    before: bigint,
  ): Promise<void> {
    const index = await this.index(strategyId);
    const exact = this.exact.get(result.investment_id) ?? new ExactPosition();
    const moved = units(result.amount) * (result.type === 'withdrawal' ? -1n : 1n);
    exact.move(moved, index);
    exact.check(units(result.value_after), index);
    // A deposit or withdrawal changes the value by its amount, to the last base unit.
    expect(units(result.value_after)).toBe(before + moved);
    const isClosed = result.investment.status === 'closed';
    this.exact.set(result.investment_id, isClosed ? new ExactPosition() : exact);
    const owner = ownerIdOf(who.ownerId, who.userId);
    this.confirmedEntries.set(owner, [...(this.confirmedEntries.get(owner) ?? []), result.id]);
  }

  async #check(): Promise<void> {
    for (const who of this.owners) {
      const number = (id: string) => parseEntryId(id)?.sequence ?? 0;
      const ids = this.confirmedEntries.get(ownerIdOf(who.ownerId, who.userId)) ?? [];
      const confirmedEntries = ids.toSorted((a, b) => number(b) - number(a));
      const query = investments.history.query.parse({ per_page: '100', user_id: who.userId ?? '' });
      const { data, pagination } = await listHistory(this.table, who.ownerId, query);
      expect(pagination.total).toBe(confirmedEntries.length);
      expect(data.map(({ id }) => id)).toEqual(confirmedEntries.slice(0, 100));
      for (const { id } of this.strategies) {
        const exact = this.exact.get(this.#idOf(who, id));
        exact?.check(await this.#value(who, id), await this.index(id));
      }
    }
  }
}

/** Runs one sequence of operations. */
async function runSteps(steps: readonly Operation[]): Promise<void> {
  const options = { min_deposit: 0, current_apy: 12.5, tvl: Number.MAX_SAFE_INTEGER };
  runCount += 1;
  const number = runCount;
  const table = await getTableOfRun(number);
  const modelRun = new ModelRun(number, table, [
    await publish(table, options),
    await publish(table, options),
  ]);
  await modelRun.run(steps);
}

test(`after ${OPERATIONS} random operations, the ledger in a real database agrees with an exact model`, async () => {
  const operationsArbitrary = fc.array(operation, {
    minLength: 1,
    maxLength: OPERATIONS_PER_RUN,
    size: 'max',
  });
  let seed = chooseLedgerSeed();
  // The length of each run is random too, so runs repeat until there are enough operations.
  const runModels = async () => {
    while (done < OPERATIONS) {
      seed += 1;
      await fc.assert(fc.asyncProperty(operationsArbitrary, runSteps), { seed, numRuns: RUNS_PER_SEED });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_RUNS }, runModels));
  process.stdout.write(`ledger model on the database: ${done} operations in ${runCount} stories, `);
  process.stdout.write(`${conflicts} writes met a transaction\n`);
  expect(conflicts).toBeGreaterThan(0);
  for (const table of await Promise.all(tables)) expect((await verify(table)).differences).toEqual([]);
}, 7_200_000);
