import { createHash } from 'node:crypto';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { base62FromBytes } from '../../platform/domain/base62.ts';
import { DAY_MS, dayOf } from '../../platform/domain/days.ts';
import type { EventData } from '../contract/event-data-responses.ts';
import { EVENT_KEEP_DAYS, type EventType } from '../contract/event-types.ts';

/** Digits of an id, as those of ids by chance have. */
const ID_DIGITS = 16;

/** Something that has happened, before it has a number. */
export type Happening = {
  readonly [T in EventType]: {
    readonly type: T;
    /**
     * The cause of the event, such as an item and its version. The same cause creates only one event of a type for an
     * account.
     */
    readonly cause: string;
    readonly data: EventData<T>;
  };
}[EventType];

/** The id of the event that a cause makes: the same however often it is derived. */
export function eventId(account: string, { type, cause }: Pick<Happening, 'type' | 'cause'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([account, type, cause]))
    .digest();
  return ID_PREFIXES.event + base62FromBytes(hash, ID_DIGITS);
}

/** An event as it is read and sent, whatever its type. */
export interface AccountEvent {
  readonly id: string;
  readonly type: EventType;
  readonly sequence: number;
  readonly created_at: string;
  readonly account: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** How far an account's events go, and the first one of each day (UTC, days since 1970-01-01) that has any. */
export interface EventHead {
  readonly sequence: number;
  readonly lastAtMs: number;
  readonly days: ReadonlyMap<number, number>;
}

export const NO_EVENTS: EventHead = { sequence: 0, lastAtMs: 0, days: new Map() };

/** The event head of an erased account, which receives no further events. */
export const NO_MORE_EVENTS: EventHead = { ...NO_EVENTS };

/** The head after `count` more events at `nowMs`, and the moment that they are of: never one before the last. */
export function headAfter(before: EventHead, count: number, nowMs: number): EventHead {
  const lastAtMs = Math.max(nowMs, before.lastAtMs);
  const day = dayOf(lastAtMs);
  const days = new Map([...before.days].filter(([known]) => known >= day - EVENT_KEEP_DAYS));
  if (!days.has(day)) days.set(day, before.sequence + 1);
  return { sequence: before.sequence + count, lastAtMs, days };
}

/**
 * The first sequence on `day` or later; one past the last where there is none. Events older than EVENT_KEEP_DAYS at
 * `nowMs` count as deleted.
 */
export function firstFrom({ sequence, days }: EventHead, day: number, nowMs: number): number {
  const earliest = Math.max(day, dayOf(nowMs) - EVENT_KEEP_DAYS);
  const firsts = [...days].filter(([known]) => known >= earliest).map(([, first]) => first);
  return Math.min(sequence + 1, ...firsts);
}

/** Epoch seconds after which an event of the moment may go: once it can be read no more. */
export function eventExpirySeconds(atMs: number): number {
  return Math.ceil(((dayOf(atMs) + EVENT_KEEP_DAYS + 1) * DAY_MS) / 1_000);
}
