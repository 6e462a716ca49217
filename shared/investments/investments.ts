import { paginate } from '../platform/contract/envelope.ts';
import { ApiError } from '../platform/contract/errors.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import { forEachParallel } from '../platform/dynamodb/batch.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Reply } from '../platform/request.ts';
import type { listRoute } from './contract/list.ts';
import type { historyRoute } from './contract/reports/history.ts';
import type { Investment, Transaction } from './contract/responses.ts';
import { newestFirst } from './domain/active-set.ts';
import { ALL_TYPES, countOf, entriesOf } from './domain/booking.ts';
import { indexAt } from './domain/growth-index.ts';
import { rangesOf } from './domain/owner.ts';
import { type Stream, streams } from './domain/streams.ts';
import { countBefore, positionsAt, type Span } from './domain/time-search.ts';
import { investmentView, transactionView } from './domain/views.ts';
import { OWNERS_AT_ONCE, ownersMeant, placeOfInvestment } from './owners.ts';
import { readHead, readOpened, readPositions } from './store/investments.ts';
import { readEntries, readPlaces } from './store/journal.ts';

type ListQuery = RouteInput<typeof listRoute>['query'];
type HistoryQuery = RouteInput<typeof historyRoute>['query'];

/** One owner's part of a list: how much there is, and any range of it. */
interface Part<T> {
  readonly total: number;
  readonly read: (offset: number, limit: number) => Promise<readonly T[]>;
}

/** A page of several owners' parts, one after the other. */
async function pageOf<T>(parts: readonly Part<T>[], query: { page: number; per_page: number }) {
  const totals = parts.map(({ total }) => total);
  const ranges = rangesOf(totals, query);
  const data: T[] = [];
  for (const { part, offset, limit } of ranges)
    data.push(...((await parts[part]?.read(offset, limit)) ?? []));
  const total = totals.reduce((sum, each) => sum + each, 0);
  return { data, pagination: paginate(total, query, data.length) };
}

async function partsOfAll<T>(
  owners: readonly string[],
  partOf: (ownerId: string) => Promise<Part<T>>,
): Promise<Part<T>[]> {
  const parts = new Map<string, Part<T>>();
  await forEachParallel(owners, OWNERS_AT_ONCE, async (ownerId) => {
    parts.set(ownerId, await partOf(ownerId));
  });
  return owners.flatMap((ownerId) => parts.get(ownerId) ?? []);
}

/** An owner's investments in a state, newest first: the head knows their numbers, each number its strategy. */
async function investmentsPart(
  table: Table,
  ownerId: string,
  { status, strategy_id: strategyId }: ListQuery,
  nowMs: number,
): Promise<Part<Investment>> {
  const viewsOf = async (strategyIds: readonly string[]) =>
    (await readPositions(table, ownerId, strategyIds)).map(({ position, ledger }) =>
      // A clock behind the last movement's would show the position at an index before it.
      investmentView(ownerId, position, indexAt(ledger.segments, Math.max(nowMs, position.updatedAtMs))),
    );
  if (strategyId !== undefined) {
    const views = await viewsOf([strategyId]);
    const matching = views.filter((view) => status === undefined || view.status === status);
    return {
      total: matching.length,
      read: async (offset, limit) => matching.slice(offset, offset + limit),
    };
  }
  const head = await readHead(table, ownerId);
  const active = status === undefined ? undefined : status === 'active';
  const numbersAt = (offset: number, limit: number) =>
    newestFirst(head.activeSet, head.opened, { active, offset, limit });
  return {
    total: numbersAt(0, 0).total,
    read: async (offset, limit) =>
      viewsOf(await readOpened(table, ownerId, numbersAt(offset, limit).numbers)),
  };
}

/** Everything of several parts. */
async function allOf<T>(parts: readonly Part<T>[]): Promise<T[]> {
  const read = await Promise.all(parts.map(({ total, read: readPart }) => readPart(0, total)));
  return read.flat();
}

/** In the order asked for: names from A, all else from the latest or highest, unless told otherwise. */
function sorted(investments: readonly Investment[], { sort = 'created_at', order }: ListQuery): Investment[] {
  const sign = (order ?? (sort === 'strategy_name' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return investments.toSorted((a, b) => {
    const [left, right] = [a[sort], b[sort]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left === right ? 0 : sign * (left < right ? -1 : 1);
  });
}

/**
 * A page of the investments of an account, newest first unless told otherwise, valued at `now`; of all its users, the
 * account's own first. For one owner it is three reads, whatever the page; any other order reads all of them.
 */
export async function listInvestments(
  table: Table,
  account: string,
  query: ListQuery,
  now: Date,
): Promise<{ data: Investment[]; pagination: Pagination; meta: { as_of: string } }> {
  const owners = await ownersMeant(table, account, query.user_id);
  const parts = await partsOfAll(owners, (ownerId) => investmentsPart(table, ownerId, query, now.getTime()));
  const meta = { as_of: now.toISOString() };
  const isAsKept = (query.sort ?? 'created_at') === 'created_at' && query.order !== 'asc';
  if (isAsKept) return { ...(await pageOf(parts, query)), meta };
  const all = sorted(await allOf(parts), query);
  const data = all.slice((query.page - 1) * query.per_page, query.page * query.per_page);
  return { data, pagination: paginate(all.length, query, data.length), meta };
}

/**
 * One of the caller's investments, valued at `now`.
 *
 * @throws ApiError investment_not_found, for somebody else's as for none
 */
export async function getInvestment(table: Table, account: string, id: string, now: Date): Promise<Reply> {
  const place = await placeOfInvestment(table, account, id);
  const [held] = place === undefined ? [] : await readPositions(table, place.ownerId, [place.strategyId]);
  if (place === undefined || held === undefined) throw new ApiError('investment_not_found');
  const { position, ledger } = held;
  const atMs = Math.max(now.getTime(), position.updatedAtMs);
  const meta = { as_of: now.toISOString() };
  return { data: investmentView(place.ownerId, position, indexAt(ledger.segments, atMs)), meta };
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

/** How many investments of an account are active, those of its users included. */
export async function countActiveInvestments(table: Table, account: string): Promise<number> {
  let count = 0;
  await forEachParallel(await ownersMeant(table, account, undefined), OWNERS_AT_ONCE, async (ownerId) => {
    const { activeSet, opened } = await readHead(table, ownerId);
    count += newestFirst(activeSet, opened, { active: true, offset: 0, limit: 0 }).total;
  });
  return count;
}
