import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ACTOR_KINDS, AUDIT_EVENT_TYPES, AUDIT_KEEP_DAYS, type AuditEventType } from '../contract/audit.ts';
import { type CursorRequest, type ListPage, nextPageCursor, rejectCursor } from '../contract/cursor.ts';
import { buildPagination } from '../contract/envelope.ts';
import { batchGet } from '../dynamodb/batch.ts';
import type { Table } from '../dynamodb/client.ts';
import { readPage, takeNextNumber, updateListEntries } from '../dynamodb/numbered-list.ts';
import { ITEMS, TABLE } from '../dynamodb/table.ts';
import type { Write } from '../dynamodb/transact.ts';
import { write } from '../dynamodb/write.ts';
import { createId } from '../ids.ts';
import type { Cause } from './cause.ts';

const nullableTextSchema = z.nullable(z.string());

/** A stored audit event. It describes an action on an account, or an operator's action. It never changes. */
const auditEventSchema = z.object({
  id: z.string(),
  /** Sequence number of the event. The event has the same number in every list. */
  number: z.int(),
  type: z.enum(AUDIT_EVENT_TYPES),
  at: z.string(),
  /** Id of the affected account. Null if no account is affected. */
  user_id: nullableTextSchema,
  actor: z.object({ kind: z.enum(ACTOR_KINDS), id: nullableTextSchema, user_id: nullableTextSchema }),
  source_ip: nullableTextSchema,
  request_id: nullableTextSchema,
  /** Id of the item that was created, changed or ended. */
  subject: nullableTextSchema,
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

export interface NewAuditEvent {
  readonly type: AuditEventType;
  readonly userId: string | null;
  readonly subject?: string;
  readonly details?: AuditEvent['details'];
}

const AUDIT_SEQUENCE_NAME = 'audit';
const DAY_SECONDS = 86_400;

/** Returns the write that stores an audit event. Add it to the DynamoDB transaction that makes the recorded change. */
export async function buildAuditWrite(
  table: Table,
  cause: Cause,
  { type, userId, subject, details }: NewAuditEvent,
  now: Date,
) {
  const event: AuditEvent = {
    id: createId('event'),
    number: await takeNextNumber(table, AUDIT_SEQUENCE_NAME),
    type,
    at: now.toISOString(),
    user_id: userId,
    ...cause,
    subject: subject ?? null,
    details: details ?? {},
  };
  const ttl = Math.ceil(now.getTime() / 1_000) + AUDIT_KEEP_DAYS * DAY_SECONDS;
  const Item = { ...ITEMS.auditEvent.key({ id: event.id }), ...event, [TABLE.ttlAttribute]: ttl };
  return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } } satisfies Write;
}

export async function recordEvent(
  table: Table,
  cause: Cause,
  event: NewAuditEvent,
  now: Date,
): Promise<void> {
  await write(table, await buildAuditWrite(table, cause, event, now));
}

/** Filter for audit events. There is one stored list for each combination of account and type. */
export interface AuditFilter {
  readonly userId?: string | undefined;
  readonly type?: AuditEventType | undefined;
}

/**
 * Returns the name of the list for a filter. The type comes before the user id, because a type never contains
 * the separator `#`. Two different filters therefore never have the same name.
 */
function auditListNameOf({ userId, type }: AuditFilter): string {
  return `audit${type === undefined ? '' : `#type=${type}`}${userId === undefined ? '' : `#user=${userId}`}`;
}

const listedEventSchema = z.pick(auditEventSchema, { id: true, number: true, type: true, user_id: true });

function auditListNamesOf({ type, user_id }: z.infer<typeof listedEventSchema>): string[] {
  const accountFilters = user_id === null ? [{}] : [{}, { userId: user_id }];
  return accountFilters.flatMap((filter) => [filter, { ...filter, type }]).map(auditListNameOf);
}

const auditEventKey = (id: string) => ITEMS.auditEvent.key({ id });

/**
 * Adds a new audit event to its lists, or removes a deleted event from them.
 * The transaction that stores the event does not do this. All accounts share some lists, so concurrent transactions
 * would conflict.
 */
export async function updateEventLists(table: Table, eventImage: unknown): Promise<void> {
  const event = listedEventSchema.parse(eventImage);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: auditEventKey(event.id), ConsistentRead: true }),
  );
  const listNames = auditListNamesOf(event);
  await updateListEntries(table, event, Item === undefined ? [] : listNames, listNames);
}

async function readAuditEvents(table: Table, ids: readonly string[]): Promise<AuditEvent[]> {
  const items = await batchGet(table, ids.map(auditEventKey), { consistent: true });
  const byId = new Map(items.map((item) => auditEventSchema.parse(item)).map((event) => [event.id, event]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Returns the number of the event to which a cursor refers. Returns 0 if the event has expired, because then all
 * older events have expired too.
 * Cursors contain ids, because numbers would show how many events other accounts have.
 */
async function findEventNumberAfter(table: Table, { userId }: AuditFilter, id: string): Promise<number> {
  const [event] = await readAuditEvents(table, [id]);
  if (event === undefined) return 0;
  return userId === undefined || event.user_id === userId ? event.number : rejectCursor();
}

/** Returns one page of the matching events, newest first. */
export async function readEventPage(
  table: Table,
  filter: AuditFilter,
  { after, ...page }: CursorRequest,
): Promise<ListPage<AuditEvent>> {
  const afterNumber = after === undefined ? undefined : await findEventNumberAfter(table, filter, after.id);
  const { entries, total } = await readPage(table, [auditListNameOf(filter)], { ...page, afterNumber });
  const items = await readAuditEvents(
    table,
    entries.map(({ id }) => id),
  );
  const pagination = buildPagination(total, page, items.length);
  const last = entries.at(-1);
  return {
    items,
    pagination,
    meta: { next_after: nextPageCursor(pagination, last && { key: '', id: last.id }) },
  };
}
