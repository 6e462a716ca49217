import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { transactAs } from '../../access/transact-as.ts';
import { assignmentUpdate } from '../../platform/dynamodb/assignment.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { decrementWrite, incrementWrite, readCount } from '../../platform/dynamodb/counter.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { writeIf } from '../../platform/dynamodb/write.ts';
import { createLazily } from '../../platform/lazily.ts';
import type { Principal } from '../../platform/request.ts';
import { DISABLED_REASONS, WEBHOOK_STATUSES } from '../contract/webhooks/webhook-values.ts';

const sealedSecret = z.object({ sealed: z.string(), until_ms: z.optional(z.number()) });
export type SealedSecret = z.infer<typeof sealedSecret>;

/** A webhook endpoint as stored: what its owner has set, and how far it has come. */
const webhookItem = /* @__PURE__ */ createLazily(() => {
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
    /** Raised by every change of its owner's fields, also where the service disables it. */
    version: z.int(),
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

/** Stores a new endpoint of the caller; false, and nothing written, when the account has `max` of them. */
export async function insertWebhook(
  table: Table,
  principal: Principal,
  item: WebhookItem,
  max: number,
  attached: readonly Write[],
): Promise<boolean> {
  const { account, id } = item;
  const put = (key: { pk: string; sk: string }, fields: object): Write => ({
    Put: { Item: { ...key, ...fields }, ConditionExpression: 'attribute_not_exists(pk)' },
  });
  const result = await transactAs(table, principal, [
    incrementWrite(counterOf(account), max),
    put(webhookKey(item), item),
    put(ITEMS.webhookPlace.key({ id }), { id, account }),
    ...attached,
  ]);
  if (!result.held && !result.failed.includes(0)) throw new Error('A new endpoint was there already');
  return result.held;
}

/** Fields of an endpoint that change together; those that are undefined are removed. */
export type WebhookFields = Partial<
  OwnFields &
    Pick<
      WebhookItem,
      'sequence' | 'waiting' | 'updated_at' | 'expiry_notified' | 'failing_since_ms' | 'wake_ms'
    >
>;

function fieldsWrite(
  ref: WebhookRef,
  fields: WebhookFields,
  { condition, values }: { readonly condition: string; readonly values: Readonly<Record<string, unknown>> },
) {
  const update = assignmentUpdate(fields, { condition, values: { ...values, ':one': 1 } });
  const UpdateExpression = `${update.UpdateExpression} ADD version :one`;
  return { Update: { Key: webhookKey(ref), ...update, UpdateExpression } };
}

/** An endpoint as it was read. */
type ReadWebhook = WebhookRef & Pick<WebhookItem, 'version'>;

const unchanged = ({ version }: ReadWebhook) => ({
  condition: 'version = :known',
  values: { ':known': version },
});

/** The write that changes fields of an endpoint, if it is as it was read. */
export const changeWrite = (read: ReadWebhook, fields: WebhookFields): Write =>
  fieldsWrite(read, fields, unchanged(read));

/** The write that takes an event that was delivered by hand off those that wait, if the endpoint is as it was read. */
export function settleWrite(read: ReadWebhook, sequence: number): Write {
  const { condition, values } = unchanged(read);
  return {
    Update: {
      Key: webhookKey(read),
      UpdateExpression: 'REMOVE waiting.#sequence, failing_since_ms',
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#sequence': String(sequence) },
      ExpressionAttributeValues: values,
    },
  };
}

/**
 * The write that records that the address of an endpoint answered its challenge, if the endpoint is as it was read. One
 * that waited for it is enabled.
 */
export function verificationWrite(read: ReadWebhook & Pick<WebhookItem, 'status'>, now: Date): Write {
  const at = now.toISOString();
  const enabled = read.status === 'unverified' ? { status: 'enabled' as const } : {};
  return changeWrite(read, { verified_at: at, updated_at: at, ...enabled });
}

/** Takes an endpoint of the caller away; false when it is gone already. */
export async function removeWebhook(
  table: Table,
  principal: Principal,
  id: string,
  attached: readonly Write[],
): Promise<boolean> {
  const { userId: account } = principal;
  const result = await transactAs(table, principal, [
    { Delete: { Key: webhookKey({ account, id }), ConditionExpression: 'attribute_exists(pk)' } },
    { Delete: { Key: ITEMS.webhookPlace.key({ id }) } },
    decrementWrite(counterOf(account)),
    ...attached,
  ]);
  return result.held;
}

/** Writes fields of an endpoint while a key is the one that set it; false when it is not, or not any more. */
export function changeWhileSetBy(
  table: Table,
  ref: WebhookRef,
  keyId: string,
  fields: WebhookFields,
): Promise<boolean> {
  const condition = 'attribute_exists(pk) AND set_by = :key';
  return writeIf(table, fieldsWrite(ref, fields, { condition, values: { ':key': keyId } }));
}
