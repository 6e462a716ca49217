import { paginate } from '../platform/contract/envelope.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import type { historyRoute } from './contract/history.ts';
import type { listRoute } from './contract/list.ts';
import type { Investment, Transaction } from './contract/responses.ts';
import { newestFirst } from './domain/active-set.ts';
import { ALL_TYPES, countOf, entriesOf } from './domain/booking.ts';
import { indexAt } from './domain/growth-index.ts';
import { strategyOf } from './domain/investment-id.ts';
import { type Stream, streams } from './domain/streams.ts';
import { countBefore, pagePositions, type Span } from './domain/time-search.ts';
import { investmentView, transactionView } from './domain/views.ts';
import { readHead, readOpened, readPositions } from './store/investments.ts';
import { readEntries, readPlaces } from './store/journal.ts';

type ListQuery = RouteInput<typeof listRoute>['query'];
type HistoryQuery = RouteInput<typeof historyRoute>['query'];

/** Strategies of the investments on a page, and how many there are in all. */
async function pageOfInvestments(table: Table, ownerId: string, query: ListQuery) {
  const head = await readHead(table, ownerId);
  const { numbers, total } = newestFirst(head.activeSet, head.opened, {
    active: query.status === undefined ? undefined : query.status === 'active',
    offset: (query.page - 1) * query.per_page,
    limit: query.per_page,
  });
  return { strategyIds: await readOpened(table, ownerId, numbers), total };
}

/**
 * A page of the caller's investments, newest first, valued at `now`. Three reads for any page: the head, which knows
 * the numbers on the page and the total, then the investments' strategies, then the positions with their indexes.
 */
export async function listInvestments(
  table: Table,
  ownerId: string,
  query: ListQuery,
  now: Date,
): Promise<{ data: Investment[]; pagination: Pagination; meta: { as_of: string } }> {
  const isPage = query.strategy_id === undefined;
  const page = isPage ? await pageOfInvestments(table, ownerId, query) : undefined;
  const strategyIds = page?.strategyIds ?? [query.strategy_id ?? ''];
  const held = await readPositions(table, ownerId, strategyIds);
  const views = held.map(({ position, ledger }) =>
    // A clock behind the last movement's would show the position at an index before it.
    investmentView(position, indexAt(ledger.segments, Math.max(now.getTime(), position.updatedAtMs))),
  );
  const meta = { as_of: now.toISOString() };
  if (page !== undefined) return { data: views, pagination: paginate(page.total, query, views.length), meta };
  const matching = views.filter(({ status }) => query.status === undefined || status === query.status);
  const data = query.page === 1 ? matching : [];
  return { data, pagination: paginate(matching.length, query, data.length), meta };
}

/**
 * One of the caller's investments, valued at `now`.
 *
 * @throws ApiError investment_not_found, for somebody else's as for none
 */
export async function getInvestment(table: Table, ownerId: string, id: string, now: Date): Promise<Reply> {
  const strategyId = strategyOf(id, ownerId);
  const [held] = strategyId === undefined ? [] : await readPositions(table, ownerId, [strategyId]);
  if (held === undefined) throw new ApiError('investment_not_found');
  const { position, ledger } = held;
  const atMs = Math.max(now.getTime(), position.updatedAtMs);
  const meta = { as_of: now.toISOString() };
  return { data: investmentView(position, indexAt(ledger.segments, atMs)), meta };
}

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

/**
 * A page of the caller's deposits and withdrawals, newest first. Each combination of type and strategy has a list of
 * its own that is dense, so any page is a range of it and the total is its length; a time bound is found by a search
 * of at most a few reads, the same for every page.
 */
export async function listHistory(
  table: Table,
  ownerId: string,
  query: HistoryQuery,
): Promise<{ data: Transaction[]; pagination: Pagination }> {
  const list = await entryList(table, ownerId, query);
  const span = await spanOf(list, query);
  const sequences = await list.sequences(pagePositions(span, query));
  const data = (await readEntries(table, ownerId, sequences)).map(transactionView);
  const total = Math.max(0, span.to - span.from);
  return { data, pagination: paginate(total, query, data.length) };
}

/** How many investments of the owner are active. */
export async function countActiveInvestments(table: Table, owner: string): Promise<number> {
  const { activeSet, opened } = await readHead(table, owner);
  return newestFirst(activeSet, opened, { active: true, offset: 0, limit: 0 }).total;
}
