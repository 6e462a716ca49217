import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '../../shared/investments/contract/responses.ts';
import { investmentIdOf } from '../../shared/investments/domain/investment-id.ts';
import { recordIndexObservations } from '../../shared/investments/observations.ts';
import { walkJournal } from '../../shared/investments/store/walk.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { putStrategies } from '../../shared/strategies/store/strategies.ts';
import { createTable, type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { FAULTS, FaultyNetwork } from '../support/engine/faulty.ts';
import { Investor, observationOf, portsOf, strategy, T0, verify } from '../support/ledger.ts';
import { ledgerSeed, scheduleCount } from './domain/scale.ts';

const SCHEDULES = scheduleCount(40);
const OWNERS = ['usr_a', 'usr_b'] as const;
const STRATEGIES = ['strat_a', 'strat_b'] as const;

let engine: EmbeddedTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const script = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('none' as const) },
    { weight: 4, arbitrary: fc.constantFrom(...FAULTS) },
  ),
  { maxLength: 8 },
);
const operation = fc.record({
  kind: fc.constantFrom('deposit', 'deposit', 'withdraw', 'all', 'observe'),
  owner: fc.constantFrom(...OWNERS),
  strategy: fc.constantFrom(...STRATEGIES),
  amount: fc.integer({ min: 1, max: 60 }),
  keyed: fc.boolean(),
  /** Whether it starts before the one before it has ended. */
  overlaps: fc.boolean(),
  script,
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** What the client of an operation knows in the end. */
type Outcome =
  | { readonly known: 'done'; readonly transaction: Transaction }
  | { readonly known: 'refused'; readonly code: string }
  /** No key, and no answer that says what happened. */
  | { readonly known: 'nothing' };

class Story {
  readonly network = new FaultyNetwork();
  readonly table: Table;
  nowMs = T0;
  /** The clock by which a movement is given up: it goes on while somebody waits. */
  #clockMs = T0;

  constructor(table: Table) {
    this.table = table;
  }

  /** One try of a client: a process of its own that may be killed. Transaction ids name the operation. */
  async #try(name: string, step: Operation, faults: Operation['script'], key: string | undefined) {
    const { table, killed } = this.network.process(this.table, faults);
    let ids = 0;
    const newTransactionId = () => {
      ids += 1;
      return `txn_${name}_${ids}_${randomUUID()}`;
    };
    const who = new Investor(
      step.owner,
      portsOf(table, {
        newTransactionId,
        clock: () => this.#clockMs,
        pause: async () => {
          this.#clockMs += 100;
        },
      }),
    );
    who.nowMs = this.nowMs;
    const investmentId = investmentIdOf(step.owner, step.strategy);
    const movement =
      step.kind === 'deposit'
        ? who.deposit(step.strategy, String(step.amount), key)
        : who.withdraw(investmentId, step.kind === 'all' ? 'all' : String(step.amount), key);
    return Promise.race([movement, killed]).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
  }

  /** A client that repeats under its key until it knows what happened, the first time through faults. */
  async run(name: string, step: Operation): Promise<Outcome> {
    const key = step.keyed ? `key-${name}` : undefined;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await this.#try(name, step, attempt === 0 ? step.script : [], key);
      if (answer instanceof ApiError) {
        if (answer.status < 500) return { known: 'refused', code: answer.code };
      } else if (answer !== 'killed') return { known: 'done', transaction: answer };
      if (key === undefined) return { known: 'nothing' };
    }
    throw new Error(`${name}: no answer without faults`);
  }

  /** The market moves: an observation whose process may be hit as well; the next run makes up for it. */
  async observe(step: Operation): Promise<void> {
    // An observation that is under way for longer than it takes to count is outside of what is promised.
    const faults = step.script.filter((fault) => fault !== 'late');
    const { table, killed } = this.network.process(this.table, faults);
    const record = strategy(step.strategy, { current_apy: step.amount });
    await Promise.race([
      recordIndexObservations(table, [observationOf(record)], () => new Date(this.nowMs)).catch(
        () => 'failed',
      ),
      killed,
    ]);
  }

  async tell(steps: readonly Operation[]): Promise<Map<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    let running: Promise<unknown>[] = [];
    for (const [i, step] of steps.entries()) {
      if (!step.overlaps) {
        await Promise.all(running);
        running = [];
        this.nowMs += 3_600_000;
      }
      const name = `op${i}`;
      running.push(
        step.kind === 'observe'
          ? this.observe(step)
          : this.run(name, step).then((outcome) => outcomes.set(name, outcome)),
      );
    }
    await Promise.all(running);
    await this.network.deliverLate(true);
    return outcomes;
  }
}

async function journal(table: Table): Promise<string[]> {
  const ids: string[] = [];
  for (const owner of OWNERS) for await (const entry of walkJournal(table, owner, 1)) ids.push(entry.id);
  return ids;
}

const hits = new Map<string, number>();
let told = 0;

async function holds(steps: readonly Operation[]): Promise<void> {
  told += 1;
  const table = { client: engine.client, name: `story-${told}` };
  await createTable(table);
  await putStrategies(
    table,
    STRATEGIES.map((id) => strategy(id, { min_deposit: 0 })),
  );
  const story = new Story(table);
  const outcomes = await story.tell(steps);
  for (const [fault, count] of story.network.hits) hits.set(fault, (hits.get(fault) ?? 0) + count);

  const report = await verify(table);
  expect(report.differences).toEqual([]);
  expect(report.moving).toEqual([]);
  const booked = await journal(table);
  for (const [name, outcome] of outcomes) {
    const own = booked.filter((id) => id.startsWith(`txn_${name}_`));
    // Nothing acknowledged is lost, nothing refused is booked, and nothing at all is booked twice.
    if (outcome.known === 'done') expect(own).toEqual([outcome.transaction.id]);
    else expect(own.length).toBeLessThanOrEqual(outcome.known === 'refused' ? 0 : 1);
  }
}

test(`after any of ${SCHEDULES} schedules of faults the books balance and nothing is lost or doubled`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12, size: 'max' }), holds),
    { seed: ledgerSeed(), numRuns: SCHEDULES, endOnFailure: SCHEDULES > 1_000 },
  );
  process.stdout.write(`ledger faults: ${told} schedules, calls by fault ${JSON.stringify([...hits])}\n`);
  for (const fault of FAULTS) expect(hits.get(fault), fault).toBeGreaterThan(0);
}, 3_600_000);

test.each(['with', 'without'])(
  'a try that the client gave up and that comes late is booked once, %s a key',
  async (key) => {
    const table = { client: engine.client, name: `late-twin-${key}` };
    await createTable(table);
    const { id } = strategy('strat_a', { min_deposit: 0 });
    await putStrategies(table, [strategy(id, { min_deposit: 0 })]);
    await new Investor('usr_a', portsOf(table)).deposit(id, '1');
    const network = new FaultyNetwork();
    // Read; the first try is held back, and the one that the client makes by itself is refused.
    const process = network.process(table, ['none', 'late', 'refused']);
    const ann = new Investor('usr_a', portsOf(process.table, { pause: () => network.deliverLate(true) }));
    const { id: transactionId } = await ann.deposit(id, '2', key === 'with' ? 'k' : undefined);
    const ids: string[] = [];
    for await (const entry of walkJournal(table, 'usr_a', 2)) ids.push(entry.id);
    expect(ids).toEqual([transactionId]);
    expect(network.hits.get('late')).toBe(1);
  },
);
