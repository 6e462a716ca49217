import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../platform/dynamodb/client.ts';
import { write } from '../../platform/dynamodb/write.ts';
import { RetryableError, type RetryPolicy, retry } from '../../platform/retry.ts';
import type { DisabledReason } from '../contract/webhooks/webhook-values.ts';
import type { WaitingEvent } from '../domain/delivery.ts';
import { parseWebhook, type WebhookItem, type WebhookReference, webhookKey } from './webhooks.ts';

/** Path of an attribute, or of one entry in a map attribute. */
type AttributePath = readonly [attribute: string, entry?: string];

interface EndpointChange {
  readonly set?: readonly (readonly [path: AttributePath, value: unknown])[];
  readonly pathsToRemove?: readonly AttributePath[];
  /** Counters that increase by one. */
  readonly add?: readonly AttributePath[];
  /** Conditions in addition to the condition that the endpoint exists. */
  readonly conditions?: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Changes an existing endpoint and returns its new state. Returns undefined if a condition fails. */
async function updateWebhookEndpoint(
  table: Table,
  ref: WebhookReference,
  { set = [], pathsToRemove = [], add = [], conditions = [], values = {} }: EndpointChange,
): Promise<WebhookItem | undefined> {
  const expressionAttributeNames: Record<string, string> = {};
  const placeholderOf = (path: AttributePath) =>
    path
      .filter((part) => part !== undefined)
      .map((part) => {
        const name = `#n${Object.keys(expressionAttributeNames).length}`;
        expressionAttributeNames[name] = part;
        return name;
      })
      .join('.');
  const sets = set.map(([path], index) => `${placeholderOf(path)} = :s${index}`);
  const removedPathPlaceholders = pathsToRemove.map(placeholderOf);
  const adds = add.map((path) => `${placeholderOf(path)} :one`);
  const updateClauses = [
    ...(sets.length === 0 ? [] : [`SET ${sets.join(', ')}`]),
    ...(removedPathPlaceholders.length === 0 ? [] : [`REMOVE ${removedPathPlaceholders.join(', ')}`]),
    ...(adds.length === 0 ? [] : [`ADD ${adds.join(', ')}`]),
  ];
  const attributeValues = {
    ...(adds.length === 0 ? {} : { ':one': 1 }),
    ...Object.fromEntries(set.map(([, value], index) => [`:s${index}`, value])),
    ...values,
  };
  try {
    const item = await write(table, {
      Update: {
        Key: webhookKey(ref),
        UpdateExpression: updateClauses.join(' '),
        ConditionExpression: ['attribute_exists(pk)', ...conditions].join(' AND '),
        ...(Object.keys(expressionAttributeNames).length === 0
          ? {}
          : { ExpressionAttributeNames: expressionAttributeNames }),
        ...(Object.keys(attributeValues).length === 0 ? {} : { ExpressionAttributeValues: attributeValues }),
        ReturnValues: 'ALL_NEW',
      },
    });
    return parseWebhook(item);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

export interface Lease {
  readonly owner: string;
  readonly untilMs: number;
}

/**
 * Maximum number of attempts to get a lease. Another attempt is made only if the lease became free in the
 * meantime.
 */
const LEASE_RETRY_POLICY: RetryPolicy = { attempts: 10 };

/**
 * Leases the endpoint to one worker. Returns undefined if the endpoint does not exist, or if another worker holds
 * the lease at `nowMs`. That worker then checks for events again before it releases the lease.
 */
export async function leaseWebhook(
  table: Table,
  ref: WebhookReference,
  { owner, untilMs }: Lease,
  nowMs: number,
): Promise<WebhookItem | undefined> {
  return retry(LEASE_RETRY_POLICY, async () => {
    const leasedWebhook = await updateWebhookEndpoint(table, ref, {
      set: [
        [['lease_owner'], owner],
        [['lease_until_ms'], untilMs],
      ],
      conditions: ['(attribute_not_exists(lease_until_ms) OR lease_until_ms <= :now)'],
      values: { ':now': nowMs },
    });
    if (leasedWebhook !== undefined) return leasedWebhook;
    const currentWebhook = await countQueueMessage(table, ref);
    // If another worker holds the lease, it checks for the new queue message before it releases the lease. If the lease
    // is free now, this worker must try again.
    const isLeaseFree = currentWebhook !== undefined && (currentWebhook.lease_until_ms ?? 0) <= nowMs;
    if (isLeaseFree)
      throw new RetryableError('A webhook endpoint was taken each time that it had become free');
    return undefined;
  });
}

/** Counts a queue message on an endpoint, so that the worker with the lease notices the message. */
function countQueueMessage(table: Table, ref: WebhookReference): Promise<WebhookItem | undefined> {
  return updateWebhookEndpoint(table, ref, { add: [['messages']] });
}

const HOLDS_LEASE_CONDITION = 'lease_owner = :owner';

/** Changes of an endpoint's delivery progress after an attempt. */
export interface DeliveryProgress {
  /** Sequence of the last event for which a first attempt was made. */
  readonly sequence?: number;
  /** The event to add to the events that wait for a retry. */
  readonly retryingEvent?: readonly [sequence: number, event: WaitingEvent];
  /** Sequence number of the event to remove from the events that wait for a retry. */
  readonly completedSequence?: number;
  readonly logged?: number;
  /** Time of a successful delivery, in epoch milliseconds. */
  readonly deliveredMs?: number;
  /** Time of the first failed attempt since the last success, in epoch milliseconds. */
  readonly failingSinceMs?: number;
}

/**
 * Stores the progress of an endpoint's deliveries. Returns undefined if the endpoint was deleted or another worker
 * holds its lease.
 */
export function storeDeliveryProgress(
  table: Table,
  ref: WebhookReference,
  owner: string,
  { sequence, retryingEvent, completedSequence, logged, deliveredMs, failingSinceMs }: DeliveryProgress,
): Promise<WebhookItem | undefined> {
  const set: [AttributePath, unknown][] = [];
  if (sequence !== undefined) set.push([['sequence'], sequence]);
  if (retryingEvent !== undefined) set.push([['waiting', String(retryingEvent[0])], retryingEvent[1]]);
  if (logged !== undefined) set.push([['logged'], logged]);
  if (failingSinceMs !== undefined) set.push([['failing_since_ms'], failingSinceMs]);
  if (deliveredMs !== undefined) set.push([['delivered_ms'], deliveredMs]);
  const pathsToRemove: AttributePath[] = [];
  if (completedSequence !== undefined) pathsToRemove.push(['waiting', String(completedSequence)]);
  if (deliveredMs !== undefined) pathsToRemove.push(['failing_since_ms']);
  return updateWebhookEndpoint(table, ref, {
    set,
    pathsToRemove,
    conditions: [HOLDS_LEASE_CONDITION],
    values: { ':owner': owner },
  });
}

/** Disables an endpoint. Returns undefined if the endpoint was deleted or another worker holds its lease. */
export function disableWebhook(
  table: Table,
  ref: WebhookReference,
  owner: string,
  {
    reason,
    now,
    sequence,
    logged,
  }: Pick<DeliveryProgress, 'sequence' | 'logged'> & { reason: DisabledReason; now: Date },
): Promise<WebhookItem | undefined> {
  const set: [AttributePath, unknown][] = [
    [['status'], 'disabled'],
    [['disabled_reason'], reason],
    [['waiting'], {}],
    [['updated_at'], now.toISOString()],
  ];
  if (sequence !== undefined) set.push([['sequence'], sequence]);
  if (logged !== undefined) set.push([['logged'], logged]);
  return updateWebhookEndpoint(table, ref, {
    set,
    pathsToRemove: [['wake_ms']],
    add: [['version']],
    conditions: [HOLDS_LEASE_CONDITION],
    values: { ':owner': owner },
  });
}

/**
 * Releases the endpoint's lease. Returns false if another worker now holds the lease, or if the endpoint's count of
 * queue messages has changed.
 * @param wakeMs arrival time of the delayed message that the worker will send, in epoch milliseconds
 */
export async function releaseWebhookLease(
  table: Table,
  ref: WebhookReference,
  { owner, messages, wakeMs }: { owner: string; messages?: number; wakeMs?: number | undefined },
): Promise<boolean> {
  const updatedEndpoint = await updateWebhookEndpoint(table, ref, {
    set: wakeMs === undefined ? [] : [[['wake_ms'], wakeMs]],
    pathsToRemove: [['lease_owner'], ['lease_until_ms']],
    conditions:
      messages === undefined ? [HOLDS_LEASE_CONDITION] : [HOLDS_LEASE_CONDITION, 'messages = :messages'],
    values: { ':owner': owner, ...(messages === undefined ? {} : { ':messages': messages }) },
  });
  return updatedEndpoint !== undefined;
}
