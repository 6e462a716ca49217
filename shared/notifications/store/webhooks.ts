import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { assignment } from '../../platform/dynamodb/assignment.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { countWrite, readCount, uncountWrite } from '../../platform/dynamodb/counter.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { lazily } from '../../platform/lazily.ts';
import { DISABLED_REASONS, WEBHOOK_STATUSES } from '../contract/webhooks/webhook-values.ts';

const sealedSecret = z.object({ sealed: z.string(), until_ms: z.optional(z.number()) });
export type SealedSecret = z.infer<typeof sealedSecret>;

/** A webhook endpoint as stored: what its owner has set, and how far it has come. */
const webhookItem = /* @__PURE__ */ lazily(() => {
  const waitingEvent = z.object({
    delivery: z.string(),
    slot: z.int(),
    attempts: z.int(),
    first_ms: z.number(),
    due_ms: z.number(),
  });
  return z.object({
    id: z.string(),
    account: z.string(),
    url: z.string(),
    description: z.nullable(z.string()),
    /** null for all. */
    types: z.nullable(z.array(z.string())),
    status: z.enum(WEBHOOK_STATUSES),
    disabled_reason: z.nullable(z.enum(DISABLED_REASONS)),
    /** Newest first. */
    secrets: z.array(sealedSecret),
    created_at: z.string(),
    updated_at: z.string(),
    /** Events of the account up to this one have been sent, passed over, or are waiting beside the line. */
    sequence: z.int(),
    /** What waits beside the line, by its sequence. */
    waiting: z.record(z.string(), waitingEvent),
    /** Deliveries that were logged so far. */
    logged: z.int(),
    failing_since_ms: z.optional(z.number()),
    delivered_ms: z.optional(z.number()),
    /** Doorbells that rang while somebody was at work. */
    rings: z.int(),
    /** When a doorbell for what waits will ring. */
    wake_ms: z.optional(z.number()),
    lease_owner: z.optional(z.string()),
    lease_until_ms: z.optional(z.number()),
  });
});
export type WebhookItem = z.infer<ReturnType<typeof webhookItem>>;

/** Where an endpoint is kept. */
export interface WebhookRef {
  readonly account: string;
  readonly id: string;
}

export const parseWebhook = (item: unknown): WebhookItem => webhookItem().parse(item);

export const webhookKey = ({ account, id }: WebhookRef) => ITEMS.webhook.key({ account, id });

export async function findWebhook(table: Table, ref: WebhookRef): Promise<WebhookItem | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: webhookKey(ref), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : parseWebhook(Item);
}

/** The endpoints of an account, newest first: as many as its plan has room for. */
export async function findWebhooks(table: Table, account: string): Promise<WebhookItem[]> {
  const items = await queryAll(table, ITEMS.webhook.key({ account, id: '' }));
  return items.map(parseWebhook).toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

const counterOf = (account: string) => ({ key: ITEMS.webhookCount.key({ account }), attribute: 'count' });

/** How many endpoints an account has. */
export async function countWebhooks(table: Table, account: string): Promise<number> {
  return (await readCount(table, counterOf(account))) ?? 0;
}

const place = z.object({ id: z.string(), account: z.string() });

/** All endpoints of all accounts. */
export async function allWebhooks(table: Table): Promise<WebhookRef[]> {
  const items = await queryAll(table, ITEMS.webhookPlace.key({ id: '' }));
  return items.map((item) => place.parse(item));
}

/** What an owner sets. */
export type OwnFields = Pick<
  WebhookItem,
  'url' | 'description' | 'types' | 'status' | 'disabled_reason' | 'secrets'
>;

/** Stores a new endpoint; false, and nothing written, when the account has `max` of them. */
export async function insertWebhook(
  table: Table,
  item: WebhookItem,
  max: number,
  attached: readonly Write[],
): Promise<boolean> {
  const { account, id } = item;
  const put = (key: { pk: string; sk: string }, fields: object): Write => ({
    Put: { Item: { ...key, ...fields }, ConditionExpression: 'attribute_not_exists(pk)' },
  });
  const result = await transactIf(table, [
    countWrite(counterOf(account), max),
    put(webhookKey(item), item),
    put(ITEMS.webhookPlace.key({ id }), { id, account }),
    ...attached,
  ]);
  if (!result.held && !result.failed.includes(0)) throw new Error('A new endpoint was there already');
  return result.held;
}

/**
 * Changes what an owner sets; false when the endpoint is gone. One that is sent to again begins with what happens from
 * then on (`from`), and with nothing in the way.
 */
export async function changeWebhook(
  table: Table,
  ref: WebhookRef,
  { fields, from }: { readonly fields: Partial<OwnFields>; readonly from?: number | undefined },
  now: Date,
  attached: readonly Write[],
): Promise<boolean> {
  const anew =
    from === undefined
      ? {}
      : { sequence: from, waiting: {}, failing_since_ms: undefined, wake_ms: undefined };
  const set = { ...fields, ...anew, updated_at: now.toISOString() };
  const write: Write = {
    Update: { Key: webhookKey(ref), ...assignment(set, { condition: 'attribute_exists(pk)' }) },
  };
  return (await transactIf(table, [write, ...attached])).held;
}

/** Takes an endpoint away; false when it is gone already. */
export async function removeWebhook(
  table: Table,
  { account, id }: WebhookRef,
  attached: readonly Write[],
): Promise<boolean> {
  const result = await transactIf(table, [
    { Delete: { Key: webhookKey({ account, id }), ConditionExpression: 'attribute_exists(pk)' } },
    { Delete: { Key: ITEMS.webhookPlace.key({ id }) } },
    uncountWrite(counterOf(account)),
    ...attached,
  ]);
  return result.held;
}
