import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { transactAs } from '../../access/transact-as.ts';
import { createLazily } from '../../platform/domain/create-lazily.ts';
import { buildAssignmentUpdate } from '../../platform/dynamodb/assignment.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { buildDecrementWrite, buildIncrementWrite, readCount } from '../../platform/dynamodb/counter.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { writeIf } from '../../platform/dynamodb/write.ts';
import type { Principal } from '../../platform/request.ts';
import { DISABLED_REASONS, WEBHOOK_STATUSES } from '../contract/webhooks/webhook-values.ts';

const sealedSecretSchema = z.object({ sealed: z.string(), until_ms: z.optional(z.number()) });
export type SealedSecret = z.infer<typeof sealedSecretSchema>;

/** A stored webhook endpoint: the owner's settings and the progress of deliveries. */
const getWebhookItemSchema = /* @__PURE__ */ createLazily(() => {
  const waitingEventSchema = z.object({
    delivery: z.string(),
    slot: z.int(),
    attempts: z.int(),
    first_ms: z.number(),
    due_ms: z.number(),
  });
  return z.object({
    id: z.string(),
    account: z.string(),
    /** Version of the endpoint. It increases when the owner's fields change or the service disables the endpoint. */
    version: z.int(),
    url: z.string(),
    description: z.nullable(z.string()),
    /** Event types that the endpoint receives. Null means all types. */
    types: z.nullable(z.array(z.string())),
    status: z.enum(WEBHOOK_STATUSES),
    disabled_reason: z.nullable(z.enum(DISABLED_REASONS)),
    /**
     * Time at which the endpoint returned a challenge. Null if the endpoint must still be verified, for example after
     * a change of its URL.
     */
    verified_at: z.nullable(z.string()),
    /** Secrets that sign deliveries, newest first. */
    secrets: z.array(sealedSecretSchema),
    created_at: z.string(),
    updated_at: z.string(),
    /** Id of the credential that created the endpoint. */
    created_by: z.string(),
    /**
     * Id of the credential that last set the URL, the event types or the secret, or enabled the endpoint. If this
     * credential is a key and the key is rotated, the id of the new key replaces it.
     */
    set_by: z.string(),
    /**
     * Whether the URL was set or verified with a credential that may read investments. If not, the endpoint gets no
     * investment events.
     */
    reads_investments: z.boolean(),
    /** Id of the key in `set_by`, if it has expired and the account was notified. */
    expiry_notified: z.optional(z.string()),
    /**
     * Sequence of the last handled event. All events up to this sequence were sent once, were skipped, or wait for a
     * retry.
     */
    sequence: z.int(),
    /** Events that wait for a retry, by sequence number. */
    waiting: z.record(z.string(), waitingEventSchema),
    /** Number of deliveries so far. It determines where the next delivery is logged. */
    logged: z.int(),
    failing_since_ms: z.optional(z.number()),
    delivered_ms: z.optional(z.number()),
    /** Number of queue messages that arrived while a worker held the endpoint's lease. */
    messages: z.int(),
    /** Time at which a delayed queue message for a retry arrives, in epoch milliseconds. */
    wake_ms: z.optional(z.number()),
    lease_owner: z.optional(z.string()),
    lease_until_ms: z.optional(z.number()),
  });
});
export type WebhookItem = z.infer<ReturnType<typeof getWebhookItemSchema>>;

export interface WebhookReference {
  readonly account: string;
  readonly id: string;
}

export const parseWebhook = (item: unknown): WebhookItem => getWebhookItemSchema().parse(item);

export const webhookKey = ({ account, id }: WebhookReference) => ITEMS.webhook.key({ account, id });

export async function findWebhook(table: Table, ref: WebhookReference): Promise<WebhookItem | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: webhookKey(ref), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : parseWebhook(Item);
}

/** Reads all endpoints of an account, newest first. */
export async function findWebhooks(table: Table, account: string): Promise<WebhookItem[]> {
  const items = await queryAll(table, ITEMS.webhook.key({ account, id: '' }));
  return items.map(parseWebhook).toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

const webhookCounterOf = (account: string) => ({
  key: ITEMS.webhookCount.key({ account }),
  attribute: 'count',
});

export async function countWebhooks(table: Table, account: string): Promise<number> {
  return (await readCount(table, webhookCounterOf(account))) ?? 0;
}

const webhookRefSchema = z.object({ id: z.string(), account: z.string() });

export async function readWebhookRefs(table: Table): Promise<WebhookReference[]> {
  const items = await queryAll(table, ITEMS.webhookPlace.key({ id: '' }));
  return items.map((item) => webhookRefSchema.parse(item));
}

/** Fields that may change when the owner changes, tests or enables the endpoint. */
type OwnerEditableField =
  | 'url'
  | 'description'
  | 'types'
  | 'status'
  | 'disabled_reason'
  | 'verified_at'
  | 'secrets'
  | 'set_by'
  | 'reads_investments';
export type OwnerEditableFields = Pick<WebhookItem, OwnerEditableField>;

/** Stores a new endpoint. Returns false and writes nothing if the account already has `max` endpoints. */
export async function insertWebhook(
  table: Table,
  principal: Principal,
  item: WebhookItem,
  max: number,
  additionalWrites: readonly Write[],
): Promise<boolean> {
  const { account, id } = item;
  const put = (key: { pk: string; sk: string }, fields: object): Write => ({
    Put: { Item: { ...key, ...fields }, ConditionExpression: 'attribute_not_exists(pk)' },
  });
  const result = await transactAs(table, principal, [
    buildIncrementWrite(webhookCounterOf(account), max),
    put(webhookKey(item), item),
    put(ITEMS.webhookPlace.key({ id }), { id, account }),
    ...additionalWrites,
  ]);
  if (!result.committed && !result.failedWriteIndexes.includes(0))
    throw new Error('A new endpoint was there already');
  return result.committed;
}

/** A field with the value undefined is removed. */
export type WebhookFields = Partial<
  OwnerEditableFields &
    Pick<
      WebhookItem,
      'sequence' | 'waiting' | 'updated_at' | 'expiry_notified' | 'failing_since_ms' | 'wake_ms'
    >
>;

function buildFieldsWrite(
  ref: WebhookReference,
  fields: WebhookFields,
  { condition, values }: { readonly condition: string; readonly values: Readonly<Record<string, unknown>> },
) {
  const assignmentUpdate = buildAssignmentUpdate(fields, { condition, values: { ...values, ':one': 1 } });
  const UpdateExpression = `${assignmentUpdate.UpdateExpression} ADD version :one`;
  return { Update: { Key: webhookKey(ref), ...assignmentUpdate, UpdateExpression } };
}

type VersionedWebhookRef = WebhookReference & Pick<WebhookItem, 'version'>;

const buildUnchangedCondition = ({ version }: VersionedWebhookRef) => ({
  condition: 'version = :known',
  values: { ':known': version },
});

/** The write fails if the endpoint has changed since it was read. */
export const buildWebhookChangeWrite = (read: VersionedWebhookRef, fields: WebhookFields): Write =>
  buildFieldsWrite(read, fields, buildUnchangedCondition(read));

/**
 * Returns the write that removes an event from the waiting events after a manual delivery. The write fails if
 * the endpoint has changed since it was read.
 */
export function buildEventRemovalWrite(read: VersionedWebhookRef, sequence: number): Write {
  const { condition, values } = buildUnchangedCondition(read);
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
 * Returns the write that marks the endpoint's URL as verified, and enables the endpoint if its status is `unverified`.
 * The write fails if the endpoint has changed since it was read.
 */
export function buildVerificationWrite(
  read: VersionedWebhookRef & Pick<WebhookItem, 'status' | 'reads_investments'>,
  readsInvestments: boolean,
  now: Date,
): Write {
  const at = now.toISOString();
  const statusChange = read.status === 'unverified' ? { status: 'enabled' as const } : {};
  const reads_investments = read.reads_investments || readsInvestments;
  return buildWebhookChangeWrite(read, {
    verified_at: at,
    updated_at: at,
    reads_investments,
    ...statusChange,
  });
}

/** Deletes an endpoint of the caller. Returns false if it does not exist. */
export async function removeWebhook(
  table: Table,
  principal: Principal,
  id: string,
  additionalWrites: readonly Write[],
): Promise<boolean> {
  const { userId: account } = principal;
  const result = await transactAs(table, principal, [
    { Delete: { Key: webhookKey({ account, id }), ConditionExpression: 'attribute_exists(pk)' } },
    { Delete: { Key: ITEMS.webhookPlace.key({ id }) } },
    buildDecrementWrite(webhookCounterOf(account)),
    ...additionalWrites,
  ]);
  return result.committed;
}

/** Changes fields of an endpoint if `set_by` is still the given key. Returns false otherwise. */
export function changeWebhookIfSetByKey(
  table: Table,
  ref: WebhookReference,
  keyId: string,
  fields: WebhookFields,
): Promise<boolean> {
  const condition = 'attribute_exists(pk) AND set_by = :key';
  return writeIf(table, buildFieldsWrite(ref, fields, { condition, values: { ':key': keyId } }));
}
