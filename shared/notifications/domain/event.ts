import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { base62FromBytes } from '../../platform/domain/base62.ts';
import { DAY_MS, dayOf } from '../../platform/domain/days.ts';
import type { EventData } from '../contract/event-data-responses.ts';
import { EVENT_KEEP_DAYS, type EventType } from '../contract/event-types.ts';

/** Digits of an event id; the same number as in random ids. */
const ID_DIGITS = 16;

/** An event before it gets its sequence. */
export type Happening = {
  readonly [T in EventType]: {
    readonly type: T;
    /**
     * Cause of the event, such as an item and its version. For an account, the same cause creates only one
     * event of a type.
     */
    readonly cause: string;
    readonly data: EventData<T>;
  };
}[EventType];

/** Returns the id of the event that a cause creates. It is always the same for the same cause. */
export function deriveEventId(account: string, { type, cause }: Pick<Happening, 'type' | 'cause'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([account, type, cause]))
    .digest();
  return ID_PREFIXES.event + base62FromBytes(hash, ID_DIGITS);
}

/** An event of any type, as it is read and sent. */
export interface AccountEvent {
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  readonly created_at: string;
  readonly account: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Last sequence and time of an account's events, and the first sequence of each day with events (UTC, days
 * since 1970-01-01).
 */
export interface EventHead {
  readonly sequence: number;
  readonly lastAtMs: number;
  readonly days: ReadonlyMap<number, number>;
}

export const NO_EVENTS: EventHead = { sequence: 0, lastAtMs: 0, days: new Map() };

/** The event head of an erased account, which receives no further events. */
export const NO_MORE_EVENTS: EventHead = { ...NO_EVENTS };

/**
 * Returns the head after `count` new events at `nowMs`. Their time is never before that of the last event.
 */
export function advanceHead(before: EventHead, count: number, nowMs: number): EventHead {
  const lastAtMs = Math.max(nowMs, before.lastAtMs);
  const day = dayOf(lastAtMs);
  const days = new Map([...before.days].filter(([keptDay]) => keptDay >= day - EVENT_KEEP_DAYS));
  if (!days.has(day)) days.set(day, before.sequence + 1);
  return { sequence: before.sequence + count, lastAtMs, days };
}

/**
 * Returns the first sequence on `day` or later; the last sequence plus one when there is none. Events older
 * than EVENT_KEEP_DAYS at `nowMs` count as deleted.
 */
export function firstSequenceFrom({ sequence, days }: EventHead, day: number, nowMs: number): number {
  const earliest = Math.max(day, dayOf(nowMs) - EVENT_KEEP_DAYS);
  const firstSequences = [...days].filter(([keptDay]) => keptDay >= earliest).map(([, first]) => first);
  return Math.min(sequence + 1, ...firstSequences);
}

/**
 * Returns the time in epoch seconds from which DynamoDB may delete an event, because it can no longer be
 * read.
 */
export function eventExpirySeconds(atMs: number): number {
  return Math.ceil(((dayOf(atMs) + EVENT_KEEP_DAYS + 1) * DAY_MS) / 1_000);
}
