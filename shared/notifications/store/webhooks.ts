import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { assignment } from '../../platform/dynamodb/assignment.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { countWrite, readCount, uncountWrite } from '../../platform/dynamodb/counter.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { writeIf } from '../../platform/dynamodb/write.ts';
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
    /** When its address answered a challenge; null while it has not, and again once the address changes. */
    verified_at: z.nullable(z.string()),
    /** Newest first. */
    secrets: z.array(sealedSecret),
    created_at: z.string(),
    updated_at: z.string(),
    /** Id of the credential that created it. */
    created_by: z.string(),
    /** Id of the credential that last set its address, types or secret, or enabled it. A rotation replaces a key's. */
    set_by: z.string(),
    /** Whether that credential could read investments: only then are events sent that need it. */
    reads_investments: z.boolean(),
    /** Id of the key whose expiry the account was notified of. */
    expiry_notified: z.optional(z.string()),
    /** Events of the account up to this one have been sent once, skipped, or wait for a retry. */
    sequence: z.int(),
    /** Events that wait for a retry, by their sequence. */
    waiting: z.record(z.string(), waitingEvent),
    /** Deliveries that were logged so far. */
    logged: z.int(),
    failing_since_ms: z.optional(z.number()),
    delivered_ms: z.optional(z.number()),
    /** Queue messages that came while a worker held the endpoint. */
    messages: z.int(),
    /** When a delayed queue message for a retry arrives. */
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

/** The endpoints of an account, newest first. The plan limits their number. */
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
type OwnField =
  | 'url'
  | 'description'
  | 'types'
  | 'status'
  | 'disabled_reason'
  | 'verified_at'
  | 'secrets'
  | 'set_by'
  | 'reads_investments';
export type OwnFields = Pick<WebhookItem, OwnField>;

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
 * Changes what an owner sets; false when the endpoint is gone or has another address than `ref.url` by now. One that is
 * enabled again begins with what happens from then on (`from`), and with nothing that waits.
 */
export async function changeWebhook(
  table: Table,
  ref: WebhookRef & Pick<WebhookItem, 'url'>,
  { fields, from }: { readonly fields: Partial<OwnFields>; readonly from?: number | undefined },
  now: Date,
  attached: readonly Write[],
): Promise<boolean> {
  const anew =
    from === undefined
      ? {}
      : { sequence: from, waiting: {}, failing_since_ms: undefined, wake_ms: undefined };
  const set = { ...fields, ...anew, updated_at: now.toISOString() };
  const update = assignment(set, {
    condition: '#known_url = :known_url',
    names: { '#known_url': 'url' },
    values: { ':known_url': ref.url },
  });
  const write: Write = { Update: { Key: webhookKey(ref), ...update } };
  return (await transactIf(table, [write, ...attached])).held;
}

/**
 * Records that the address of an endpoint answered its challenge. One that waited for it is enabled. Nothing happens when
 * the address or the status has changed meanwhile.
 */
export function markVerified(
  table: Table,
  { account, id, url, status }: Pick<WebhookItem, 'account' | 'id' | 'url' | 'status'>,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const fields = {
    verified_at: at,
    updated_at: at,
    ...(status === 'unverified' ? { status: 'enabled' } : {}),
  };
  const update = assignment(fields, {
    condition: '#known_url = :known_url AND #known_status = :known_status',
    names: { '#known_url': 'url', '#known_status': 'status' },
    values: { ':known_url': url, ':known_status': status },
  });
  return writeIf(table, { Update: { Key: webhookKey({ account, id }), ...update } });
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

/** Writes fields of an endpoint while a key is the one that set it; false when it is not, or not any more. */
export function changeWhileSetBy(
  table: Table,
  ref: WebhookRef,
  keyId: string,
  fields: Partial<Pick<WebhookItem, OwnField | 'waiting' | 'updated_at' | 'expiry_notified' | 'wake_ms'>>,
): Promise<boolean> {
  const condition = 'attribute_exists(pk) AND set_by = :key';
  const update = assignment(fields, { condition, values: { ':key': keyId } });
  return writeIf(table, { Update: { Key: webhookKey(ref), ...update } });
}
