import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { write, writeIf } from '../../platform/dynamodb/write.ts';
import { EVENT_KEEP_DAYS } from '../contract/event-types.ts';
import {
  DELIVERY_FAILURES,
  DELIVERY_STATUSES,
  LOGGED_ATTEMPTS_MAX,
} from '../contract/webhooks/webhook-values.ts';

const DAY_SECONDS = 86_400;

const loggedAttemptSchema = z.object({
  at: z.string(),
  /** HTTP status of the response. Null if there was no response. */
  response_status: z.nullable(z.int()),
  failure: z.nullable(z.enum(DELIVERY_FAILURES)),
  duration_ms: z.int(),
  /** Whether a caller requested this attempt manually. */
  by_hand: z.boolean(),
});
export type LoggedAttempt = z.infer<typeof loggedAttemptSchema>;

/** Schema of the delivery of one event to an endpoint, with its attempts. */
const deliveryItemSchema = z.object({
  id: z.string(),
  slot: z.int(),
  event_id: z.string(),
  type: z.string(),
  /** Whether a reader of the event needs INVESTMENT_SCOPE. */
  restricted: z.boolean(),
  sequence: z.int(),
  status: z.enum(DELIVERY_STATUSES),
  created_at: z.string(),
  attempts: z.array(loggedAttemptSchema),
  next_attempt_at: z.nullable(z.string()),
});
export type DeliveryItem = z.infer<typeof deliveryItemSchema>;

const deliveryKeyOf = (webhookId: string, slot: number) => ITEMS.delivery.key({ webhook: webhookId, slot });

/** Stores a new delivery with its first attempt. It replaces the older delivery with the same slot number. */
export async function logDelivery(table: Table, webhookId: string, item: DeliveryItem): Promise<void> {
  const ttl = Math.ceil(Date.parse(item.created_at) / 1_000) + EVENT_KEEP_DAYS * DAY_SECONDS;
  const Item = { ...deliveryKeyOf(webhookId, item.slot), ...item, [TABLE.ttlAttribute]: ttl };
  await write(table, { Put: { Item } });
}

/** `attempt` is absent if the delivery ended without another attempt. */
export interface DeliveryChange {
  readonly attempt?: LoggedAttempt;
  readonly status: DeliveryItem['status'];
  readonly next_attempt_at: string | null;
}

/**
 * Logs the outcome of a delivery. Does nothing if a later delivery has already replaced this delivery in the log. Logs
 * at most LOGGED_ATTEMPTS_MAX attempts, and never changes the status `delivered`.
 */
export async function storeDeliveryOutcome(
  table: Table,
  webhookId: string,
  delivery: Pick<DeliveryItem, 'id' | 'slot'>,
  { attempt, ...change }: DeliveryChange,
): Promise<void> {
  if (
    attempt !== undefined &&
    (await writeIf(table, buildOutcomeWrite(webhookId, delivery, change, attempt)))
  )
    return;
  await writeIf(table, buildOutcomeWrite(webhookId, delivery, change));
}

function buildOutcomeWrite(
  webhookId: string,
  { id, slot }: Pick<DeliveryItem, 'id' | 'slot'>,
  { status, next_attempt_at }: Omit<DeliveryChange, 'attempt'>,
  attempt?: LoggedAttempt,
) {
  const sets = ['#status = :status', 'next_attempt_at = :next'];
  const conditions = ['id = :id'];
  const values: Record<string, unknown> = { ':id': id, ':status': status, ':next': next_attempt_at };
  if (status !== 'delivered') {
    conditions.push('#status <> :delivered');
    values[':delivered'] = 'delivered';
  }
  if (attempt !== undefined) {
    sets.push('attempts = list_append(attempts, :attempts)');
    conditions.push('size(attempts) < :max');
    Object.assign(values, { ':attempts': [attempt], ':max': LOGGED_ATTEMPTS_MAX });
  }
  return {
    Update: {
      Key: deliveryKeyOf(webhookId, slot),
      UpdateExpression: `SET ${sets.join(', ')}`,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: values,
    },
  };
}

/** Returns an endpoint's recent deliveries, newest first. */
export async function findDeliveries(table: Table, webhookId: string, now: Date): Promise<DeliveryItem[]> {
  const items = await queryAll(table, { ...deliveryKeyOf(webhookId, 0), sk: '' });
  const oldestKeptMs = now.getTime() - EVENT_KEEP_DAYS * DAY_SECONDS * 1_000;
  return items
    .map((item) => deliveryItemSchema.parse(item))
    .filter(({ created_at }) => Date.parse(created_at) > oldestKeptMs)
    .toSorted((a, b) => b.sequence - a.sequence);
}
