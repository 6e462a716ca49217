import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { base62FromBytes } from '../../platform/domain/base62.ts';
import { DAY_MS, dayOf } from '../../platform/domain/days.ts';
import type { EventData } from '../contract/event-data-responses.ts';
import { EVENT_KEEP_DAYS, type EventType } from '../contract/event-types.ts';

/** Number of base-62 digits in an event id. */
const ID_DIGITS = 16;

/** The content of an event, before the event gets its sequence number. */
export type EventContent = {
  readonly [T in EventType]: {
    readonly type: T;
    /**
     * Text that identifies the cause of the event, such as an item's id and version. For each account and event
     * type, the same cause creates only one event.
     */
    readonly cause: string;
    readonly data: EventData<T>;
  };
}[EventType];

/** Returns the id of an event. The id is always the same for the same account, type and cause. */
export function deriveEventId(
  account: string,
  { type, cause }: Pick<EventContent, 'type' | 'cause'>,
): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([account, type, cause]))
    .digest();
  return ID_PREFIXES.event + base62FromBytes(hash, ID_DIGITS);
}

/** An event of any type, as the API returns it and webhooks receive it. */
export interface AccountEvent {
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  readonly created_at: string;
  readonly account: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * State of an account's list of events: the sequence and time of the last event, and the first sequence of
 * each day with events. A day is a number of days since 1970-01-01 (UTC).
 */
export interface EventHead {
  readonly sequence: number;
  readonly lastAtMs: number;
  readonly days: ReadonlyMap<number, number>;
}

export const EMPTY_EVENT_HEAD: EventHead = { sequence: 0, lastAtMs: 0, days: new Map() };

/** The event head of an erased account. Callers compare it with `===` and then record no further events. */
export const ERASED_EVENT_HEAD: EventHead = { ...EMPTY_EVENT_HEAD };

/** Returns the event head after `count` new events at `nowMs`. The times of events never decrease. */
export function advanceEventHead(headBefore: EventHead, count: number, nowMs: number): EventHead {
  const lastAtMs = Math.max(nowMs, headBefore.lastAtMs);
  const day = dayOf(lastAtMs);
  const days = new Map(
    [...headBefore.days].filter(([dayWithEvents]) => dayWithEvents >= day - EVENT_KEEP_DAYS),
  );
  if (!days.has(day)) days.set(day, headBefore.sequence + 1);
  return { sequence: headBefore.sequence + count, lastAtMs, days };
}

/**
 * Returns the sequence number of the first event on `day` or later, or of the next new event if there is none. Ignores
 * events that are older than EVENT_KEEP_DAYS at `nowMs`.
 */
export function findFirstSequenceOnOrAfter(
  { sequence, days }: EventHead,
  day: number,
  nowMs: number,
): number {
  const earliestDay = Math.max(day, dayOf(nowMs) - EVENT_KEEP_DAYS);
  const firstSequences = [...days]
    .filter(([dayWithEvents]) => dayWithEvents >= earliestDay)
    .map(([, first]) => first);
  return Math.min(sequence + 1, ...firstSequences);
}

/** Returns the time in epoch seconds from which callers can no longer read an event and DynamoDB may delete it. */
export function eventExpirySecondsOf(atMs: number): number {
  return Math.ceil(((dayOf(atMs) + EVENT_KEEP_DAYS + 1) * DAY_MS) / 1_000);
}
