import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ACTOR_KINDS, AUDIT_KEEP_DAYS, AUDIT_TYPES, type AuditType } from '../contract/audit.ts';
import { type CursorRequest, type ListPage, nextAfter, rejectCursor } from '../contract/cursor.ts';
import { paginate } from '../contract/envelope.ts';
import { batchGet } from '../dynamodb/batch.ts';
import type { Table } from '../dynamodb/client.ts';
import { nextNumber, readPage, updateEntries } from '../dynamodb/numbered-list.ts';
import { ITEMS, TABLE } from '../dynamodb/table.ts';
import type { Write } from '../dynamodb/transact.ts';
import { write } from '../dynamodb/write.ts';
import { createId } from '../ids.ts';
import type { Cause } from './cause.ts';

const text = z.nullable(z.string());

/** A stored audit event: an action on an account, or by an operator. It never changes. */
const auditEvent = z.object({
  id: z.string(),
  /** Number of the event in every list that contains it. */
  number: z.int(),
  type: z.enum(AUDIT_TYPES),
  at: z.string(),
  /** The affected account. */
  user_id: text,
  actor: z.object({ kind: z.enum(ACTOR_KINDS), id: text, user_id: text }),
  source_ip: text,
  request_id: text,
  /** Id of the created, changed or ended item. */
  subject: text,
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type AuditEvent = z.infer<typeof auditEvent>;

/** A new audit event, before its cause and number are added. */
export interface NewAuditEvent {
  readonly type: AuditType;
  readonly userId: string | null;
  readonly subject?: string;
  readonly details?: AuditEvent['details'];
}

const SEQUENCE = 'audit';
const DAY_SECONDS = 86_400;

/**
 * The write of an audit event, for the transaction of the change itself. Costs one write unit for the number,
 * and two in the transaction.
 */
export async function auditWrite(
  table: Table,
  cause: Cause,
  { type, userId, subject, details }: NewAuditEvent,
  now: Date,
) {
  const event: AuditEvent = {
    id: createId('event'),
    number: await nextNumber(table, SEQUENCE),
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

/** Records an audit event on its own, if there is no transaction. Costs two write units, including one for the number. */
export async function recordEvent(
  table: Table,
  cause: Cause,
  event: NewAuditEvent,
  now: Date,
): Promise<void> {
  await write(table, await auditWrite(table, cause, event, now));
}

/** Selects audit events. Each combination has its own numbered list. */
export interface AuditFilter {
  readonly userId?: string | undefined;
  readonly type?: AuditType | undefined;
}

/** The name of the list for a filter. The type comes first, because it never contains the separator. */
function listName({ userId, type }: AuditFilter): string {
  return `audit${type === undefined ? '' : `#type=${type}`}${userId === undefined ? '' : `#user=${userId}`}`;
}

const placedEvent = z.pick(auditEvent, { id: true, number: true, type: true, user_id: true });

function listNamesOf({ type, user_id }: z.infer<typeof placedEvent>): string[] {
  const accountFilters = user_id === null ? [{}] : [{}, { userId: user_id }];
  return accountFilters.flatMap((filter) => [filter, { ...filter, type }]).map(listName);
}

const auditEventKey = (id: string) => ITEMS.auditEvent.key({ id });

/**
 * Adds a new audit event to its lists, or removes a deleted one. Called for changes of the table: the lists
 * contain all accounts, so no account's own transaction may wait for them.
 */
export async function updateEventLists(table: Table, image: unknown): Promise<void> {
  const event = placedEvent.parse(image);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: auditEventKey(event.id), ConsistentRead: true }),
  );
  const lists = listNamesOf(event);
  await updateEntries(table, event, Item === undefined ? [] : lists, lists);
}

async function readEvents(table: Table, ids: readonly string[]): Promise<AuditEvent[]> {
  const items = await batchGet(table, ids.map(auditEventKey), { consistent: true });
  const byId = new Map(items.map((item) => auditEvent.parse(item)).map((event) => [event.id, event]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * The number of the event to which a cursor refers. Cursors contain ids, because numbers would reveal the
 * events of other accounts.
 * A missing event has expired as the oldest one, so nothing comes after it.
 */
async function findEventNumberAfter(table: Table, { userId }: AuditFilter, id: string): Promise<number> {
  const [event] = await readEvents(table, [id]);
  if (event === undefined) return 0;
  return userId === undefined || event.user_id === userId ? event.number : rejectCursor();
}

/**
 * One page of the matching events, newest first. Every page costs the same; a cursor needs two more reads.
 */
export async function readEventPage(
  table: Table,
  filter: AuditFilter,
  { after, ...page }: CursorRequest,
): Promise<ListPage<AuditEvent>> {
  const afterNumber = after === undefined ? undefined : await findEventNumberAfter(table, filter, after.id);
  const { entries, total } = await readPage(table, [listName(filter)], { ...page, afterNumber });
  const items = await readEvents(
    table,
    entries.map(({ id }) => id),
  );
  const pagination = paginate(total, page, items.length);
  const last = entries.at(-1);
  return { items, pagination, meta: { next_after: nextAfter(pagination, last && { key: '', id: last.id }) } };
}
