import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { anyEventSchema, EVENT_DEFINITIONS } from '../../shared/notifications/contract/event-responses.ts';
import { EVENT_KEEP_DAYS, EVENT_TYPES } from '../../shared/notifications/contract/event-types.ts';
import {
  type EventContent,
  type EventQuery,
  listEvents,
  readEventsAfter,
  recordEvents,
} from '../../shared/notifications/events.ts';
import { ROLE_SCOPES, type Scope } from '../../shared/platform/contract/scopes.ts';
import { DAY_MS } from '../../shared/platform/domain/days.ts';
import { startCapacityMeter } from '../../shared/platform/dynamodb/meter.ts';
import { formatSequence, ITEMS } from '../../shared/platform/dynamodb/table.ts';
import type { Principal } from '../../shared/platform/request.ts';
import { createAccountsContext, makeKey, makeUser, NOW, principalWith } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

async function reader(scopes: readonly Scope[] = ROLE_SCOPES.user): Promise<Principal> {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  return principalWith(user, (await makeKey(accounts, user.id, { scopes })).item);
}

/** Returns an event whose cause and data contain `number`. */
const key = (number: number): EventContent => ({
  type: 'api_key.created',
  cause: `cause ${number}`,
  data: { api_key_id: `key_${number}` },
});
const ended = (number: number): EventContent => ({
  type: 'session.ended',
  cause: `cause ${number}`,
  data: { session_id: `ses_${number}` },
});
const deposited = (number: number): EventContent => ({
  type: 'deposit.failed',
  cause: `cause ${number}`,
  data: {
    alert_id: 'alert',
    transaction_id: `txn_${number}`,
    transaction_type: 'deposit',
    settlement: 'sandbox',
    investment_id: null,
    strategy_id: 'strat_1',
    user_id: null,
    asset: 'USDC',
    amount: '1',
    transaction_hash: null,
  },
});
const range = (length: number) => Array.from({ length }, (_, index) => index);
const later = (ms: number) => new Date(NOW.getTime() + ms);

const QUERY: EventQuery = { order: 'asc', page: 1, per_page: 100 };
const rows = (reply: { readonly data: unknown }) => z.array(anyEventSchema).parse(reply.data);
const sequences = (events: readonly { readonly sequence: number }[]) =>
  events.map(({ sequence }) => sequence);

describe('recording an event of an account', () => {
  test('events that are recorded concurrently are numbered from 1 without a gap', async () => {
    const principal = await reader();
    const account = principal.userId;
    const all = range(90).map(key);
    await recordEvents(table, account, all.slice(20, 60), NOW);
    await Promise.all([
      recordEvents(table, account, all.toReversed(), NOW),
      recordEvents(table, account, all.slice(0, 50), NOW),
      recordEvents(table, account, [...all.slice(40), ...all.slice(30, 70)], NOW),
    ]);
    expect(await recordEvents(table, account, all, NOW)).toEqual([]);
    const events = rows(await listEvents(table, principal, QUERY, NOW));
    expect(sequences(events)).toEqual(range(90).map((index) => index + 1));
    expect(events.map(({ data }) => data.api_key_id).sort()).toEqual(
      all.map(({ data }) => ('api_key_id' in data ? data.api_key_id : '')).sort(),
    );
  });

  test('the same event, recorded in two accounts, gets a different id in each account', async () => {
    const [first] = await recordEvents(table, 'usr_a', [key(1)], NOW);
    const [second] = await recordEvents(table, 'usr_b', [key(1)], NOW);
    expect(first?.id).toMatch(/^evt_\w{16}$/);
    expect(first?.id).not.toBe(second?.id);
  });

  test('a new event never has an earlier time than the previous event, even if the clock steps back', async () => {
    const [first] = await recordEvents(table, 'usr_clock', [key(1)], NOW);
    const [second] = await recordEvents(table, 'usr_clock', [key(2)], later(-60_000));
    expect(second?.created_at).toBe(first?.created_at);
  });

  test('a batch of events costs six write units for its first event and four for each further event', async () => {
    const meter = startCapacityMeter(table.client);
    await recordEvents(table, 'usr_cost', [key(1)], NOW);
    expect(meter.writeUnits).toBe(6);
    await recordEvents(table, 'usr_cost', [key(2), key(3)], NOW);
    meter.stop();
    expect(meter.writeUnits).toBe(16);
  });

  test('an event stays stored while accounts can read it, and at most one day longer', async () => {
    await recordEvents(table, 'usr_ttl', [key(1)], NOW);
    const { Item } = await table.client.send(
      new GetCommand({
        TableName: table.name,
        Key: ITEMS.event.key({ account: 'usr_ttl', sequence: formatSequence(1) }),
        ConsistentRead: true,
      }),
    );
    const age = Number(Item?.ttl) * 1_000 - NOW.getTime();
    expect(age).toBeGreaterThan(EVENT_KEEP_DAYS * DAY_MS);
    expect(age).toBeLessThanOrEqual((EVENT_KEEP_DAYS + 1) * DAY_MS);
  });
});

describe('the list of events', () => {
  let principal: Principal;
  beforeAll(async () => {
    principal = await reader();
    // One event every hour over three days. Every third has another type.
    for (const number of range(72)) {
      const happening = number % 3 === 2 ? ended(number) : key(number);
      await recordEvents(table, principal.userId, [happening], later((number - 72) * 3_600_000));
    }
  });

  test.each([
    ['its first page', {}, range(10).map((index) => index + 1), 72],
    ['its last page', { page: 8 }, [71, 72], 72],
    ['no events on a page past its end', { page: 9 }, [], 72],
    ['the latest events in descending order', { order: 'desc', per_page: 3 }, [72, 71, 70], 72],
    ['the last page in descending order', { order: 'desc', per_page: 10, page: 8 }, [2, 1], 72],
    ['the events after a sequence number', { after: 69 }, [70, 71, 72], 3],
    ['no events after the last sequence number', { after: 72 }, [], 0],
    ['the events of one type', { type: ['session.ended'], per_page: 3 }, [3, 6, 9], 24],
    ['the latest events of one type', { type: ['session.ended'], order: 'desc', per_page: 2 }, [72, 69], 24],
    [
      'no events on a page past the end of one type',
      { type: ['session.ended'], order: 'desc', page: 9 },
      [],
      24,
    ],
    ['the events of one type after a sequence number', { type: ['session.ended'], after: 68 }, [69, 72], 2],
    ['the events since the time of an event', { from: NOW.getTime() - 2 * 3_600_000 }, [71, 72], 2],
    ['the events since a time between two events', { from: NOW.getTime() - 1.5 * 3_600_000 }, [72], 1],
    [
      'all events since a day before the first event',
      { from: NOW.getTime() - 9 * DAY_MS, per_page: 1 },
      [1],
      72,
    ],
    ['no events since a time in the future', { from: NOW.getTime() + DAY_MS }, [], 0],
  ] satisfies [string, Partial<EventQuery>, number[], number][])(
    'the list returns %s',
    async (_, query, expected, total) => {
      const requestQuery = { ...QUERY, per_page: 10, ...query };
      const reply = await listEvents(table, principal, requestQuery, NOW);
      expect(sequences(rows(reply))).toEqual(expected);
      expect(reply.pagination).toMatchObject({ total, count: expected.length });
      const hasMoreEvents = requestQuery.order === 'asc' && requestQuery.page * requestQuery.per_page < total;
      expect(reply.meta).toEqual({ last_sequence: 72, next_after: hasMoreEvents ? expected.at(-1) : null });
    },
  );

  test('the list starts with the first event that has not expired', async () => {
    const now = later(EVENT_KEEP_DAYS * DAY_MS);
    const kept = rows(await listEvents(table, principal, QUERY, now));
    // Events expire by whole days. The remaining 12 events are from the oldest day that has not expired.
    expect(sequences(kept)).toEqual(range(12).map((index) => 61 + index));
    const none = await listEvents(table, principal, QUERY, later((EVENT_KEEP_DAYS + 2) * DAY_MS));
    expect(none).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  test('the list contains no investment event for a key without investments:read', async () => {
    const limitedReader = await reader(['account:read']);
    await recordEvents(table, limitedReader.userId, [key(1), deposited(2), key(3)], NOW);
    expect(sequences(rows(await listEvents(table, limitedReader, QUERY, NOW)))).toEqual([1, 3]);
    const requestQuery = { ...QUERY, type: ['deposit.failed' as const] };
    expect(rows(await listEvents(table, limitedReader, requestQuery, NOW))).toEqual([]);
  });
});

test('a client that reads events with cursors receives each event once and in order', async () => {
  const account = 'usr_followed';
  for (const number of range(25))
    await recordEvents(table, account, [number % 5 ? key(number) : ended(number)], NOW);
  const seen: number[] = [];
  const sessionEndedSequences: number[] = [];
  let [at, hasMore] = [0, true];
  while (hasMore) {
    const next = await readEventsAfter(table, account, at, { limit: 10, now: NOW });
    const typed = await readEventsAfter(table, account, at, {
      limit: 10,
      now: NOW,
      types: ['session.ended'],
    });
    expect(typed.through).toBe(next.through);
    seen.push(...sequences(next.events));
    sessionEndedSequences.push(...sequences(typed.events));
    [at, hasMore] = [next.through, next.hasMore];
  }
  expect(seen).toEqual(range(25).map((index) => index + 1));
  expect(sessionEndedSequences).toEqual([1, 6, 11, 16, 21]);
  expect(await readEventsAfter(table, account, 25, { limit: 10, now: NOW })).toEqual({
    events: [],
    through: 25,
    hasMore: false,
  });
});

test('every event type has a schema and a description of its own', () => {
  expect(EVENT_DEFINITIONS.map(({ name }) => name)).toEqual([...EVENT_TYPES]);
  expect(new Set(EVENT_DEFINITIONS.map(({ description }) => description)).size).toBe(
    EVENT_DEFINITIONS.length,
  );
});
