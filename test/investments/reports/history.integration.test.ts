import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import type { Transaction } from '../../../shared/investments/contract/responses.ts';
import { entryCodec, headCodec } from '../../../shared/investments/domain/encoding/codec.ts';
import { positionCodec } from '../../../shared/investments/domain/encoding/position-codec.ts';
import {
  ENTRIES_PER_CHUNK,
  packEntries,
  streamNames,
} from '../../../shared/investments/domain/lists/streams.ts';
import { listHistory } from '../../../shared/investments/reports/history.ts';
import { readOwnerHead } from '../../../shared/investments/store/investments.ts';
import { buildEntryKey, readLedgerEntries } from '../../../shared/investments/store/journal.ts';
import { batchPut } from '../../../shared/platform/dynamodb/batch.ts';
import { formatSequence, ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { runAndRecordCalls } from '../../support/engine/metered.ts';
import { buildLedgerDependencies, DAY_MS, Investor, publish, T0, verify } from '../../support/ledger.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const history = (ownerId: string, query: Record<string, string> = {}) =>
  listHistory(table, ownerId, investments.history.query.parse(query));

/** Creates an owner with deposits and withdrawals in several strategies, some at the same time. */
async function story(ownerId: string, transactionCount: number): Promise<Transaction[]> {
  const who = new Investor(ownerId, buildLedgerDependencies(table));
  const strategies = await Promise.all(Array.from({ length: 3 }, () => publish(table, { min_deposit: 0 })));
  const held = new Map<string, string>();
  const transactions: Transaction[] = [];
  for (let i = 0; i < transactionCount; i += 1) {
    const id = strategies[(i * 7 + (i % 5)) % 3]?.id ?? '';
    const investmentId = held.get(id);
    const withdraws = investmentId !== undefined && i % 3 === 2;
    const { investment, ...transaction } = withdraws
      ? await who.withdraw(investmentId, '1')
      : await who.deposit(id, '5');
    held.set(id, investment.id);
    transactions.push(transaction);
    who.nowMs += (i % 4) * 3_600_000;
  }
  return transactions;
}

describe('the history of an account', () => {
  test('a client that reads the history with cursors receives each entry once, despite new entries', async () => {
    const ownerId = 'usr_reader';
    const who = new Investor(ownerId, buildLedgerDependencies(table));
    const strategy = await publish(table, { min_deposit: 0 });
    // All entries of the sub-accounts have the same time, so only ids distinguish them.
    for (let i = 0; i < 24; i += 1)
      await who.deposit(strategy.id, '5', undefined, ['ann', 'bob', undefined][i % 3]);
    const before = (await history(ownerId, { per_page: '100' })).data.map(({ id }) => id);
    expect(before).toHaveLength(24);
    const read: string[] = [];
    for (let after: string | null = '', page = 0; after !== null; page += 1) {
      const { data, meta }: Awaited<ReturnType<typeof history>> = await history(ownerId, {
        per_page: '5',
        ...(after === '' ? {} : { after }),
      });
      read.push(...data.map(({ id }) => id));
      after = meta.next_after;
      await who.deposit(strategy.id, '5', undefined, ['bob', 'ann', undefined, 'cy'][page % 4]);
    }
    expect(new Set(read).size).toBe(read.length);
    expect(read.filter((id) => before.includes(id))).toEqual(before);
  });

  test('each page of a filtered history equals the same page of a list of all transactions that match the filter', async () => {
    const transactions = await story('usr_story', 160);
    const strategies = [...new Set(transactions.map(({ strategy_id }) => strategy_id)), 'strat_none'];
    const moment = fc
      .integer({ min: -5, max: 300 })
      .map((hours) => new Date(T0 + hours * 3_600_000).toISOString());
    const query = fc.record(
      {
        type: fc.constantFrom('deposit', 'withdrawal'),
        strategy_id: fc.constantFrom(...strategies),
        from: moment,
        to: moment,
        page: fc.integer({ min: 1, max: 12 }).map(String),
        per_page: fc.integer({ min: 1, max: 100 }).map(String),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (filter) => {
        const { from = '', to = '9', type, strategy_id } = filter;
        fc.pre(from <= to);
        const matching = transactions
          .filter((entry) => type === undefined || entry.type === type)
          .filter((entry) => strategy_id === undefined || entry.strategy_id === strategy_id)
          .filter(({ created_at }) => from <= created_at && created_at <= to)
          .reverse();
        const perPage = Number(filter.per_page ?? 10);
        const start = (Number(filter.page ?? 1) - 1) * perPage;
        const expected = matching.slice(start, start + perPage);
        const { data, pagination } = await history('usr_story', filter);
        expect(data).toEqual(expected);
        expect(pagination).toMatchObject({ total: matching.length, count: expected.length });
      }),
      { numRuns: 25 },
    );
    expect((await verify(table)).differences).toEqual([]);
  });

  test('a date in a filter of the history stands for the whole day', async () => {
    await story('usr_days', 40);
    const day = new Date(T0 + DAY_MS).toISOString().slice(0, 10);
    const { data, pagination } = await history('usr_days', { from: day, to: day, per_page: '100' });
    expect(pagination.total).toBeGreaterThan(0);
    expect(new Set(data.map(({ created_at }) => created_at.slice(0, 10)))).toEqual(new Set([day]));
  });

  test('the history rejects an invalid time or a range that ends before it starts', () => {
    const parse = (query: Record<string, string>) => investments.history.query.safeParse(query).success;
    expect(parse({ from: '2026-01-02', to: '2026-01-01' })).toBe(false);
    expect(parse({ from: '2026-01-01', to: '2026-01-01' })).toBe(true);
    for (const from of ['yesterday', '2026-02-30', '2026-01-01T00:00:00', '1767225600', '']) {
      expect(parse({ from })).toBe(false);
    }
  });

  test('page 10,000 of the history costs the same database reads as page 1', async () => {
    const ENTRY_COUNT = 100_050;
    const ann = new Investor('usr_long', buildLedgerDependencies(table));
    const { id } = await publish(table, { min_deposit: 0 });
    await ann.deposit(id, '5');
    // Number of the newest entry on each page that the test reads: page 1, page 10,000, and page 5,000 of the list with
    // the filter `from`.
    const tops = [ENTRY_COUNT, ENTRY_COUNT - 99_990, ENTRY_COUNT - 49_990];
    const numbers = tops.flatMap((top) => Array.from({ length: 10 }, (_, i) => top - i));
    await lengthen('usr_long', id, ENTRY_COUNT, numbers);
    for (const filter of [
      {},
      { type: 'deposit' },
      { strategy_id: id },
      { strategy_id: id, type: 'deposit' },
    ]) {
      const first = await runAndRecordCalls(table, () => history('usr_long', filter));
      const deep = await runAndRecordCalls(table, () => history('usr_long', { ...filter, page: '10000' }));
      expect(deep.calls).toEqual(first.calls);
      expect(deep.calls.length).toBeLessThanOrEqual(5);
      expect(first.value.pagination.total).toBe(ENTRY_COUNT);
      expect(first.value.data).toHaveLength(10);
      expect(deep.value.data).toHaveLength(10);
    }
    const from = new Date(T0 + 50_000_000).toISOString();
    const filter = { strategy_id: id, from };
    const bounded = await runAndRecordCalls(table, () => history('usr_long', filter));
    const deep = await runAndRecordCalls(table, () => history('usr_long', { ...filter, page: '5000' }));
    expect(bounded.value.pagination.total).toBe(ENTRY_COUNT - 50_000);
    expect(deep.calls).toEqual(bounded.calls);
    expect(deep.value.data).toHaveLength(10);
    expect(deep.calls.length).toBeLessThanOrEqual(9);
  });
});

/**
 * Extends a journal of one entry to the given length, with the same deposit every second. Only the entries that the
 * test reads are written: those with the given numbers, and those that a search by time reads.
 */
async function lengthen(ownerId: string, strategyId: string, entries: number, numbers: readonly number[]) {
  const [model] = await readLedgerEntries(table, ownerId, [1]);
  if (model === undefined) throw new Error('There is no entry to repeat');
  const atMs = (sequence: number) => T0 + (sequence - 1) * 1_000;
  const position = { ...model.position, deposits: entries };
  const names = {
    type: streamNames.type('deposit'),
    all: streamNames.strategy(strategyId),
    both: streamNames.strategyType(strategyId, 'deposit'),
  };
  const listed = (first: number, size: number) =>
    Array.from({ length: size }, (_, i) => ({ sequence: first + i, atMs: atMs(first + i) }));
  const chunkedEntryCount = Math.floor((entries - 1) / ENTRIES_PER_CHUNK) * ENTRIES_PER_CHUNK;
  const tail = listed(chunkedEntryCount + 1, entries - chunkedEntryCount);
  const chunks = Object.values(names).flatMap((stream) =>
    Array.from({ length: chunkedEntryCount / ENTRIES_PER_CHUNK }, (_, chunk) => chunk).flatMap((chunk) => {
      const all = listed(chunk * ENTRIES_PER_CHUNK + 1, ENTRIES_PER_CHUNK);
      // Keep all chunks of the strategy's stream, because a search by time may read any of them. From the other
      // streams, keep only chunks that contain one of `numbers`.
      const isRead = stream === names.all || all.some(({ sequence }) => numbers.includes(sequence));
      if (!isRead) return [];
      return {
        ...ITEMS.ledgerStream.key({ owner: ownerId, stream, chunk: formatSequence(chunk) }),
        entries: packEntries(all),
      };
    }),
  );
  const head = {
    ...(await readOwnerHead(table, ownerId)),
    sequence: entries,
    deposits: entries,
    tails: { deposit: tail },
  };
  const kept = numbers.map((sequence) => ({
    ...buildEntryKey(ownerId, sequence),
    ...entryCodec.encode({ ...model, sequence, atMs: atMs(sequence), position }),
  }));
  await batchPut(table, [
    ...chunks,
    ...kept,
    { ...ITEMS.ledgerHead.key({ owner: ownerId }), ...headCodec.encode(head) },
    {
      ...ITEMS.ledgerPosition.key({ owner: ownerId, strategy: strategyId }),
      ...positionCodec.encode({ position, tails: { all: tail, deposit: tail } }),
    },
  ]);
}
