import { paginate } from '../platform/contract/envelope.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import { dayOf } from '../platform/domain/days.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { CONFLICT_RETRIES } from '../platform/dynamodb/transact.ts';
import type { Principal, Reply } from '../platform/request.ts';
import { RetryableError, retry } from '../platform/retry.ts';
import { type EventType, INVESTMENT_SCOPE } from './contract/event-types.ts';
import type { listEventsRoute } from './contract/list-events.ts';
import {
  type AccountEvent,
  type EventHead,
  eventId,
  firstFrom,
  type Happening,
  headAfter,
  NO_MORE_EVENTS,
} from './domain/event.ts';
import {
  appendEvents,
  type EventFilter,
  type EventRange,
  getEvents,
  knownEvents,
  readEventHead,
  readEvents,
  sequencesOf,
} from './store/events.ts';

export type { AccountEvent, Happening } from './domain/event.ts';

/** A transaction takes 100 writes: the head's, and two for each event. */
const AT_ONCE_MAX = 40;
/** Records as many events as fit into one transaction, and returns the rest. */
async function appendSome(
  table: Table,
  account: string,
  happenings: ReadonlyMap<string, Happening>,
  nowMs: number,
): Promise<{ readonly added: readonly AccountEvent[]; readonly done: readonly string[] }> {
  const ids = [...happenings.keys()].slice(0, AT_ONCE_MAX);
  // The head first: who appends between the two reads is noticed by its condition.
  const before = await readEventHead(table, account);
  if (before === NO_MORE_EVENTS) return { added: [], done: ids };
  const known = await knownEvents(table, account, ids);
  const fresh = ids.filter((id) => !known.has(id));
  if (fresh.length === 0) return { added: [], done: ids };
  const after = headAfter(before, fresh.length, nowMs);
  const created_at = new Date(after.lastAtMs).toISOString();
  const added = fresh.flatMap((id, index) => {
    const happening = happenings.get(id);
    if (happening === undefined) return [];
    const { type, data } = happening;
    return [{ id, type, sequence: before.sequence + 1 + index, created_at, account, data }];
  });
  if (await appendEvents(table, account, { before, after }, added)) return { added, done: ids };
  throw new RetryableError(`Others record events of ${account}`);
}

/**
 * Records what has happened to an account: each cause once, however often and in whatever order it comes, and however
 * many record at the same time. Sequences have no gap.
 *
 * @returns the events that are new
 */
export async function recordEvents(
  table: Table,
  account: string,
  happenings: readonly Happening[],
  now: Date,
): Promise<AccountEvent[]> {
  const rest = new Map(happenings.map((happening) => [eventId(account, happening), happening]));
  const recorded: AccountEvent[] = [];
  while (rest.size > 0) {
    const { added, done } = await retry(CONFLICT_RETRIES, () =>
      appendSome(table, account, rest, now.getTime()),
    );
    recorded.push(...added);
    for (const id of done) rest.delete(id);
  }
  return recorded;
}

export interface Following {
  /** Only events of these types; all of them when absent. */
  readonly types?: readonly EventType[] | undefined;
  /** The most events that are read, those of other types included. */
  readonly limit: number;
  readonly now: Date;
}

/**
 * An account's events after a sequence, oldest first, for who follows them: go on after `through`, which may lie beyond
 * the last event given, as those of other types are passed over. `hasMore` says that there are later ones.
 */
export async function eventsAfter(
  table: Table,
  account: string,
  sequence: number,
  { types, limit, now }: Following,
): Promise<{ readonly events: AccountEvent[]; readonly through: number; readonly hasMore: boolean }> {
  // Reads the head first. Events that are appended during the read belong to the next one.
  const head = await readEventHead(table, account);
  const from = Math.max(sequence + 1, firstFrom(head, 0, now.getTime()));
  const to = Math.min(head.sequence, from + limit - 1);
  const events = await readEvents(table, account, { from, to }, { limit, order: 'asc' });
  const wanted = types === undefined ? events : events.filter(({ type }) => types.includes(type));
  return { events: wanted, through: Math.max(sequence, to), hasMore: to < head.sequence };
}

export type EventQuery = AppliedQuery<typeof listEventsRoute, 'after' | 'type' | 'from' | 'order'>;

/** The first sequence of an event at `sinceMs` or later, which is known to be in the range or just after it. */
async function firstSince(
  table: Table,
  account: string,
  range: EventRange,
  sinceMs: number,
): Promise<number> {
  let { from, to } = range;
  // Events are in order of time, so each read rules out half of the remaining range.
  while (from <= to) {
    const middle = Math.floor((from + to) / 2);
    const [event] = await getEvents(table, account, [middle]);
    if (event === undefined || Date.parse(event.created_at) < sinceMs) from = middle + 1;
    else to = middle - 1;
  }
  return from;
}

async function rangeOf(
  table: Table,
  account: string,
  head: EventHead,
  { after = 0, from: since = 0 }: EventQuery,
  now: Date,
): Promise<EventRange> {
  const day = dayOf(since);
  const onDay = firstFrom(head, day, now.getTime());
  const nextDay = firstFrom(head, day + 1, now.getTime());
  const first =
    head.days.has(day) && onDay < nextDay
      ? await firstSince(table, account, { from: onDay, to: nextDay - 1 }, since)
      : onDay;
  return { from: Math.max(after + 1, first), to: head.sequence };
}

/** The requested event types that a caller may read; undefined for all types. */
function filterFor({ scopes }: Principal, asked: readonly EventType[] | undefined): EventFilter | undefined {
  const withRestricted = scopes.includes(INVESTMENT_SCOPE);
  if (asked === undefined && withRestricted) return undefined;
  return { types: asked === undefined ? undefined : new Set(asked), withRestricted };
}

/** The first and the last sequence of a page, as indexes from 0 in ascending order. */
function placesOf(total: number, { page, per_page, order }: EventQuery): EventRange {
  const from = (page - 1) * per_page;
  const to = Math.min(from + per_page, total) - 1;
  if (from > to) return { from: 0, to: -1 };
  return order === 'asc' ? { from, to } : { from: total - 1 - to, to: total - 1 - from };
}

/** One page of the caller's events. */
export async function listEvents(
  table: Table,
  principal: Principal,
  query: EventQuery,
  now: Date,
): Promise<Reply> {
  const account = principal.userId;
  const head = await readEventHead(table, account);
  const range = await rangeOf(table, account, head, query, now);
  const filter = filterFor(principal, query.type);
  const found = filter === undefined ? undefined : await sequencesOf(table, account, range, filter);
  const total = found?.length ?? Math.max(0, range.to - range.from + 1);
  const places = placesOf(total, query);
  const data =
    found === undefined
      ? await readEvents(
          table,
          account,
          { from: range.from + places.from, to: range.from + places.to },
          { limit: query.per_page, order: query.order },
        )
      : await getEvents(table, account, inOrder(found.slice(places.from, places.to + 1), query.order));
  const pagination = paginate(total, query, data.length);
  return {
    data,
    pagination,
    meta: { last_sequence: head.sequence, next_after: nextSequence(pagination, data, query) },
  };
}

/** The cursor of the next page: a sequence, and so of use only where sequences rise. */
function nextSequence(
  { current_page, total_pages }: Pagination,
  events: readonly AccountEvent[],
  { order }: EventQuery,
): number | null {
  return order === 'desc' || current_page >= total_pages ? null : (events.at(-1)?.sequence ?? null);
}

function inOrder(sequences: readonly number[], order: 'asc' | 'desc'): readonly number[] {
  return order === 'asc' ? sequences : sequences.toReversed();
}
