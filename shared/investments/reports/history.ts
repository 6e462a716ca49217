import type { Pagination } from '../../platform/contract/responses.ts';
import type { RouteInput } from '../../platform/contract/route.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { historyRoute } from '../contract/reports/history.ts';
import type { Transaction } from '../contract/responses.ts';
import { ALL_TYPES, countOf, entriesOf } from '../domain/booking.ts';
import type { Part } from '../domain/merged.ts';
import { type Stream, streams } from '../domain/streams.ts';
import { countBefore, positionsAt, type Span } from '../domain/time-search.ts';
import { transactionView } from '../domain/views.ts';
import { ownersMeant } from '../owners.ts';
import { pageOf, partsOfAll } from '../parts.ts';
import { readHead, readPositions } from '../store/investments.ts';
import { readEntries, readPlaces } from '../store/journal.ts';

type HistoryQuery = RouteInput<typeof historyRoute>['query'];

/** A list of entries as the history pages through it: how many there are, and two ways to read some of them. */
interface EntryList {
  readonly count: number;
  /** Entry numbers at positions (from 0). */
  readonly sequences: (positions: readonly number[]) => Promise<readonly number[]>;
  /** Times at positions, in epoch milliseconds. */
  readonly times: (positions: readonly number[]) => Promise<readonly number[]>;
}

/** The journal itself lists all entries: position p holds entry p + 1. */
async function wholeJournal(table: Table, ownerId: string): Promise<EntryList> {
  const { sequence } = await readHead(table, ownerId);
  const sequences = async (positions: readonly number[]) => positions.map((position) => position + 1);
  const times = async (positions: readonly number[]) => {
    const entries = await readEntries(table, ownerId, await sequences(positions));
    return entries.map(({ atMs }) => atMs);
  };
  return { count: sequence, sequences, times };
}

function listOf(table: Table, ownerId: string, stream: Stream): EntryList {
  const places = (positions: readonly number[]) => readPlaces(table, ownerId, stream, positions);
  return {
    count: stream.count,
    sequences: async (positions) => (await places(positions)).map(({ sequence }) => sequence),
    times: async (positions) => (await places(positions)).map(({ atMs }) => atMs),
  };
}

async function entryList(table: Table, ownerId: string, query: HistoryQuery): Promise<EntryList> {
  const { type, strategy_id: strategyId } = query;
  if (strategyId === undefined) {
    if (type === undefined) return wholeJournal(table, ownerId);
    const head = await readHead(table, ownerId);
    const tail = head.tails[type] ?? [];
    return listOf(table, ownerId, { name: streams.type(type), count: countOf(head, type), tail });
  }
  const [held] = await readPositions(table, ownerId, [strategyId]);
  const name = type === undefined ? streams.strategy(strategyId) : streams.strategyType(strategyId, type);
  if (held === undefined) return listOf(table, ownerId, { name, count: 0, tail: [] });
  const { position, tails } = held;
  const count = type === undefined ? entriesOf(position) : countOf(position, type);
  return listOf(table, ownerId, { name, count, tail: tails[type ?? ALL_TYPES] ?? [] });
}

async function spanOf(list: EntryList, { from, to }: Pick<HistoryQuery, 'from' | 'to'>): Promise<Span> {
  return {
    from: from === undefined ? 0 : await countBefore(list.count, from, list.times),
    to: to === undefined ? list.count : await countBefore(list.count, to, list.times),
  };
}

async function historyPart(table: Table, ownerId: string, query: HistoryQuery): Promise<Part<Transaction>> {
  const list = await entryList(table, ownerId, query);
  const span = await spanOf(list, query);
  return {
    total: Math.max(0, span.to - span.from),
    read: async (offset, limit) => {
      const sequences = await list.sequences(positionsAt(span, offset, limit));
      return (await readEntries(table, ownerId, sequences)).map(transactionView);
    },
  };
}

/**
 * A page of the deposits and withdrawals of an account, newest first; of all its users, the account's own first. Each
 * combination of type and strategy has a list of its own that is dense, so any page is a range of it and the total is
 * its length; a time bound is found by a search of at most a few reads, the same for every page.
 */
export async function listHistory(
  table: Table,
  account: string,
  query: HistoryQuery,
): Promise<{ data: Transaction[]; pagination: Pagination }> {
  const owners = await ownersMeant(table, account, query.user_id);
  return pageOf(await partsOfAll(owners, (ownerId) => historyPart(table, ownerId, query)), query);
}
