import { buildPagination } from '../platform/contract/envelope.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { AppliedQuery } from '../platform/contract/route.ts';
import { dayOf } from '../platform/domain/days.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { CONFLICT_RETRY_POLICY } from '../platform/dynamodb/transact.ts';
import type { Principal, Reply } from '../platform/request.ts';
import { RetryableError, retry } from '../platform/retry.ts';
import { type EventType, hasInvestmentScope } from './contract/event-types.ts';
import type { listEventsRoute } from './contract/list-events.ts';
import {
  type AccountEvent,
  advanceEventHead,
  deriveEventId,
  ERASED_EVENT_HEAD,
  type EventContent,
  type EventHead,
  findFirstSequenceOnOrAfter,
} from './domain/event.ts';
import {
  appendEvents,
  type EventFilter,
  type EventRange,
  findEventSequences,
  findExistingEventIds,
  getEvents,
  readEventHead,
  readEvents,
} from './store/events.ts';

export type { AccountEvent, EventContent } from './domain/event.ts';

/**
 * Maximum number of events in one DynamoDB transaction. 40 events need 81 of the 100 allowed writes: two each, and one
 * for the event head.
 */
const MAX_EVENTS_PER_TRANSACTION = 40;
/**
 * Records as many of the events as fit into one DynamoDB transaction. `added` contains the new events. `done`
 * contains the ids of all recorded events, including events that existed before this call.
 */
async function appendEventBatch(
  table: Table,
  account: string,
  contentByEventId: ReadonlyMap<string, EventContent>,
  nowMs: number,
): Promise<{ readonly added: readonly AccountEvent[]; readonly done: readonly string[] }> {
  const ids = [...contentByEventId.keys()].slice(0, MAX_EVENTS_PER_TRANSACTION);
  // The event head must be read first. If another call appends events after this read, the write fails.
  const headBefore = await readEventHead(table, account);
  if (headBefore === ERASED_EVENT_HEAD) return { added: [], done: ids };
  const existingEventIds = await findExistingEventIds(table, account, ids);
  const newEventIds = ids.filter((id) => !existingEventIds.has(id));
  if (newEventIds.length === 0) return { added: [], done: ids };
  const headAfter = advanceEventHead(headBefore, newEventIds.length, nowMs);
  const created_at = new Date(headAfter.lastAtMs).toISOString();
  const newEvents = newEventIds.flatMap((id, index) => {
    const eventContent = contentByEventId.get(id);
    if (eventContent === undefined) return [];
    const { type, data } = eventContent;
    return [{ id, type, sequence: headBefore.sequence + 1 + index, created_at, account, data }];
  });
  if (await appendEvents(table, account, { before: headBefore, after: headAfter }, newEvents))
    return { added: newEvents, done: ids };
  throw new RetryableError(`Others record events of ${account}`);
}

/**
 * Records events of an account, with sequences that have no gaps. Records only one event per type and cause, even if
 * calls are repeated or concurrent.
 *
 * @returns the new events
 */
export async function recordEvents(
  table: Table,
  account: string,
  eventContents: readonly EventContent[],
  now: Date,
): Promise<AccountEvent[]> {
  const pendingEvents = new Map(
    eventContents.map((eventContent) => [deriveEventId(account, eventContent), eventContent]),
  );
  const recordedEvents: AccountEvent[] = [];
  while (pendingEvents.size > 0) {
    const { added, done } = await retry(CONFLICT_RETRY_POLICY, () =>
      appendEventBatch(table, account, pendingEvents, now.getTime()),
    );
    recordedEvents.push(...added);
    for (const id of done) pendingEvents.delete(id);
  }
  return recordedEvents;
}

export interface EventsAfterOptions {
  /** Event types to return. Undefined means all types. */
  readonly types?: readonly EventType[] | undefined;
  /** Maximum number of events to read, including events that `types` excludes. */
  readonly limit: number;
  readonly now: Date;
}

/**
 * Returns an account's events with sequence numbers above `sequence`, oldest first, without events of other types.
 * `through` is the last sequence number that was read, even if its event was left out. The next call must pass it as
 * `sequence`.
 */
export async function readEventsAfter(
  table: Table,
  account: string,
  sequence: number,
  { types, limit, now }: EventsAfterOptions,
): Promise<{ readonly events: AccountEvent[]; readonly through: number; readonly hasMore: boolean }> {
  // Read the event head before the events. If an event is appended between the two reads, the next call returns it.
  const head = await readEventHead(table, account);
  const from = Math.max(sequence + 1, findFirstSequenceOnOrAfter(head, 0, now.getTime()));
  const to = Math.min(head.sequence, from + limit - 1);
  const events = await readEvents(table, account, { from, to }, { limit, order: 'asc' });
  const matchingEvents = types === undefined ? events : events.filter(({ type }) => types.includes(type));
  return { events: matchingEvents, through: Math.max(sequence, to), hasMore: to < head.sequence };
}

export type EventQuery = AppliedQuery<typeof listEventsRoute, 'after' | 'type' | 'from' | 'order'>;

/**
 * Returns the sequence of the first event in the range that was created at `sinceMs` or later. If there is none,
 * returns the sequence after the end of the range.
 */
async function findFirstSequenceSince(
  table: Table,
  account: string,
  sequenceRange: EventRange,
  sinceMs: number,
): Promise<number> {
  let { from, to } = sequenceRange;
  // A binary search is possible, because events are sorted by time.
  while (from <= to) {
    const middle = Math.floor((from + to) / 2);
    const [event] = await getEvents(table, account, [middle]);
    if (event === undefined || Date.parse(event.created_at) < sinceMs) from = middle + 1;
    else to = middle - 1;
  }
  return from;
}

async function findEventRange(
  table: Table,
  account: string,
  head: EventHead,
  { after = 0, from: since = 0 }: EventQuery,
  now: Date,
): Promise<EventRange> {
  const day = dayOf(since);
  const firstSequenceOfDay = findFirstSequenceOnOrAfter(head, day, now.getTime());
  const firstSequenceOfNextDay = findFirstSequenceOnOrAfter(head, day + 1, now.getTime());
  const first =
    head.days.has(day) && firstSequenceOfDay < firstSequenceOfNextDay
      ? await findFirstSequenceSince(
          table,
          account,
          { from: firstSequenceOfDay, to: firstSequenceOfNextDay - 1 },
          since,
        )
      : firstSequenceOfDay;
  return { from: Math.max(after + 1, first), to: head.sequence };
}

/**
 * Returns a filter for the events of the requested types that the caller may read. Undefined if it would select every
 * event.
 */
function buildEventFilter(
  principal: Principal,
  requestedTypes: readonly EventType[] | undefined,
): EventFilter | undefined {
  const canReadRestrictedEvents = hasInvestmentScope(principal);
  if (requestedTypes === undefined && canReadRestrictedEvents) return undefined;
  return {
    types: requestedTypes === undefined ? undefined : new Set(requestedTypes),
    includesRestrictedEvents: canReadRestrictedEvents,
  };
}

/** Returns the positions of the first and the last event of a page. Position 0 is the oldest event. */
function eventRangeOfPage(total: number, { page, per_page, order }: EventQuery): EventRange {
  const from = (page - 1) * per_page;
  const to = Math.min(from + per_page, total) - 1;
  if (from > to) return { from: 0, to: -1 };
  return order === 'asc' ? { from, to } : { from: total - 1 - to, to: total - 1 - from };
}

export async function listEvents(
  table: Table,
  principal: Principal,
  query: EventQuery,
  now: Date,
): Promise<Reply> {
  const account = principal.userId;
  const head = await readEventHead(table, account);
  const sequenceRange = await findEventRange(table, account, head, query, now);
  const filter = buildEventFilter(principal, query.type);
  const sequences =
    filter === undefined ? undefined : await findEventSequences(table, account, sequenceRange, filter);
  const total = sequences?.length ?? Math.max(0, sequenceRange.to - sequenceRange.from + 1);
  const pageRange = eventRangeOfPage(total, query);
  const data =
    sequences === undefined
      ? await readEvents(
          table,
          account,
          { from: sequenceRange.from + pageRange.from, to: sequenceRange.from + pageRange.to },
          { limit: query.per_page, order: query.order },
        )
      : await getEvents(
          table,
          account,
          orderSequences(sequences.slice(pageRange.from, pageRange.to + 1), query.order),
        );
  const pagination = buildPagination(total, query, data.length);
  return {
    data,
    pagination,
    meta: { last_sequence: head.sequence, next_after: findNextCursor(pagination, data, query) },
  };
}

/** Returns the sequence of the page's last event. Null on the last page, and for descending order. */
function findNextCursor(
  { current_page, total_pages }: Pagination,
  events: readonly AccountEvent[],
  { order }: EventQuery,
): number | null {
  return order === 'desc' || current_page >= total_pages ? null : (events.at(-1)?.sequence ?? null);
}

function orderSequences(sequences: readonly number[], order: 'asc' | 'desc'): readonly number[] {
  return order === 'asc' ? sequences : sequences.toReversed();
}
