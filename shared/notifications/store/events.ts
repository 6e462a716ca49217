import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { formatSequence, ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { EVENT_TYPES, type EventType, needsInvestmentScope } from '../contract/event-types.ts';
import {
  type AccountEvent,
  EMPTY_EVENT_HEAD,
  ERASED_EVENT_HEAD,
  type EventHead,
  eventExpirySecondsOf,
} from '../domain/event.ts';

const eventHeadSchema = z.object({
  sequence: z.int(),
  last_at_ms: z.int(),
  days: z.record(z.string(), z.int()),
});

/** A stored event. Its data is stored as JSON text, because no query needs single fields of the data. */
const storedEventSchema = z.object({
  id: z.string(),
  sequence: z.int(),
  type: z.enum(EVENT_TYPES),
  created_at: z.string(),
  data: z.pipe(
    z.string(),
    z.transform((text: string) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
  ),
});

/** Reads the event head of an account. All events up to the head's sequence are already stored. */
export async function readEventHead(table: Table, account: string): Promise<EventHead> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.eventHead.key({ account }), ConsistentRead: true }),
  );
  if (Item === undefined) return EMPTY_EVENT_HEAD;
  if (Item.erased === true) return ERASED_EVENT_HEAD;
  const { sequence, last_at_ms: lastAtMs, days } = eventHeadSchema.parse(Item);
  const entries = Object.entries(days).map(([day, first]) => [Number(day), first] as const);
  return { sequence, lastAtMs, days: new Map(entries) };
}

export async function findExistingEventIds(
  table: Table,
  account: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const keys = ids.map((id) => ITEMS.eventCause.key({ account, id }));
  const items = await batchGet(table, keys, { consistent: true });
  const eventIdByKey = new Map(keys.map(({ sk }, index) => [sk, ids[index] ?? '']));
  return new Set(items.map(({ sk }) => eventIdByKey.get(String(sk)) ?? ''));
}

function buildEventHeadWrite(account: string, headBefore: EventHead, headAfter: EventHead): Write {
  return {
    Put: {
      Item: {
        ...ITEMS.eventHead.key({ account }),
        sequence: headAfter.sequence,
        last_at_ms: headAfter.lastAtMs,
        days: Object.fromEntries(headAfter.days),
      },
      ...(headBefore === EMPTY_EVENT_HEAD
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: '#sequence = :before',
            ExpressionAttributeNames: { '#sequence': 'sequence' },
            ExpressionAttributeValues: { ':before': headBefore.sequence },
          }),
    },
  };
}

/** Returns the writes of a new event, and of a marker that prevents a second event with the same cause. */
function buildEventWrites(event: AccountEvent): Write[] {
  const { account, id, sequence, type, created_at, data } = event;
  const ttl = { [TABLE.ttlAttribute]: eventExpirySecondsOf(Date.parse(created_at)) };
  const restrictedField = needsInvestmentScope(event) ? { restricted: true } : {};
  const fields = { id, sequence, type, created_at, data: JSON.stringify(data), ...restrictedField };
  const ifAbsentCondition = { ConditionExpression: 'attribute_not_exists(pk)' };
  const key = ITEMS.event.key({ account, sequence: formatSequence(sequence) });
  return [
    { Put: { Item: { ...key, ...fields, ...ttl } } },
    { Put: { Item: { ...ITEMS.eventCause.key({ account, id }), sequence, ...ttl }, ...ifAbsentCondition } },
  ];
}

/**
 * Appends new events to an account's events. Writes nothing and returns false if another call has appended events in
 * the meantime, or if an event with the same cause already exists.
 */
export async function appendEvents(
  table: Table,
  account: string,
  { before, after }: { readonly before: EventHead; readonly after: EventHead },
  events: readonly AccountEvent[],
): Promise<boolean> {
  const writes = [buildEventHeadWrite(account, before, after), ...events.flatMap(buildEventWrites)];
  const HEAD_WRITE_INDEX = 0;
  // Runs before each retry. Prevents the retry if another writer has changed the event head.
  const recheckEventHead = async () => {
    const { sequence } = await readEventHead(table, account);
    return sequence === before.sequence ? [] : [HEAD_WRITE_INDEX];
  };
  return (await transactIf(table, writes, recheckEventHead)).committed;
}

export interface EventRange {
  /** First and last sequence of the range, both inclusive. */
  readonly from: number;
  readonly to: number;
}

async function* queryEventRange(
  table: Table,
  account: string,
  { from, to }: EventRange,
  more: { readonly ScanIndexForward?: boolean; readonly Limit?: number; readonly fields?: readonly string[] },
): AsyncGenerator<Record<string, unknown>[]> {
  const { fields, ...options } = more;
  const [first, last] = [from, to].map((sequence) =>
    ITEMS.event.key({ account, sequence: formatSequence(sequence) }),
  );
  if (from > to || first === undefined || last === undefined) return;
  let start: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': first.pk, ':from': first.sk, ':to': last.sk },
        ConsistentRead: true,
        ...options,
        ...(fields === undefined
          ? {}
          : {
              ProjectionExpression: fields.map((name) => `#${name}`).join(', '),
              ExpressionAttributeNames: Object.fromEntries(fields.map((name) => [`#${name}`, name])),
            }),
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    yield Items ?? [];
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** Reads the first `limit` events of a range in the given order. */
export async function readEvents(
  table: Table,
  account: string,
  range: EventRange,
  { limit, order }: { readonly limit: number; readonly order: 'asc' | 'desc' },
): Promise<AccountEvent[]> {
  const events: AccountEvent[] = [];
  const options = { ScanIndexForward: order === 'asc', Limit: limit };
  for await (const items of queryEventRange(table, account, range, options)) {
    events.push(...items.map((item) => ({ ...storedEventSchema.parse(item), account })));
    if (events.length >= limit) break;
  }
  return events.slice(0, limit);
}

/** Reads events by their sequences, in the given order. Sequences without an event are ignored. */
export async function getEvents(
  table: Table,
  account: string,
  sequences: readonly number[],
): Promise<AccountEvent[]> {
  const keys = sequences.map((sequence) => ITEMS.event.key({ account, sequence: formatSequence(sequence) }));
  const items = await batchGet(table, keys, { consistent: true });
  const eventBySequence = new Map(
    items
      .map((item) => storedEventSchema.parse(item))
      .map((event) => [event.sequence, { ...event, account }]),
  );
  return sequences.flatMap((sequence) => eventBySequence.get(sequence) ?? []);
}

const filterableEventSchema = z.object({
  sequence: z.int(),
  type: z.enum(EVENT_TYPES),
  /** Whether reading the event requires INVESTMENT_SCOPE. */
  restricted: z.optional(z.boolean()),
});

export interface EventFilter {
  /** Event types to return. Undefined means all types. */
  readonly types: ReadonlySet<EventType> | undefined;
  /** Whether events that require INVESTMENT_SCOPE are returned. */
  readonly includesRestrictedEvents: boolean;
}

/** Returns the sequences of all events in a range that pass the filter, in ascending order. */
export async function findEventSequences(
  table: Table,
  account: string,
  range: EventRange,
  { types, includesRestrictedEvents: withRestricted }: EventFilter,
): Promise<number[]> {
  const sequences: number[] = [];
  for await (const items of queryEventRange(table, account, range, {
    fields: ['sequence', 'type', 'restricted'],
  })) {
    const matchingEvents = items
      .map((item) => filterableEventSchema.parse(item))
      .filter(({ type, restricted }) => (withRestricted || !restricted) && (types?.has(type) ?? true));
    sequences.push(...matchingEvents.map(({ sequence }) => sequence));
  }
  return sequences;
}
