import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../platform/dynamodb/client.ts';
import { write } from '../../platform/dynamodb/write.ts';
import { RetryableError, type RetryPolicy, retry } from '../../platform/retry.ts';
import type { DisabledReason } from '../contract/webhooks/webhook-values.ts';
import type { WaitingEvent } from '../domain/delivery.ts';
import { parseWebhook, type WebhookItem, type WebhookRef, webhookKey } from './webhooks.ts';

/** One attribute, or one entry of a map. */
type Path = readonly [attribute: string, entry?: string];

interface Change {
  readonly set?: readonly (readonly [path: Path, value: unknown])[];
  readonly remove?: readonly Path[];
  /** Counters that are one higher afterwards. */
  readonly add?: readonly Path[];
  /** Conditions in addition to the caller's. */
  readonly conditions?: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Changes an existing endpoint and returns its new state; undefined when a condition does not hold. */
async function change(
  table: Table,
  ref: WebhookRef,
  { set = [], remove = [], add = [], conditions = [], values = {} }: Change,
): Promise<WebhookItem | undefined> {
  const names: Record<string, string> = {};
  const nameOf = (path: Path) =>
    path
      .filter((part) => part !== undefined)
      .map((part) => {
        const name = `#n${Object.keys(names).length}`;
        names[name] = part;
        return name;
      })
      .join('.');
  const sets = set.map(([path], index) => `${nameOf(path)} = :s${index}`);
  const removes = remove.map(nameOf);
  const adds = add.map((path) => `${nameOf(path)} :one`);
  const expression = [
    ...(sets.length === 0 ? [] : [`SET ${sets.join(', ')}`]),
    ...(removes.length === 0 ? [] : [`REMOVE ${removes.join(', ')}`]),
    ...(adds.length === 0 ? [] : [`ADD ${adds.join(', ')}`]),
  ];
  const given = {
    ...(adds.length === 0 ? {} : { ':one': 1 }),
    ...Object.fromEntries(set.map(([, value], index) => [`:s${index}`, value])),
    ...values,
  };
  try {
    const item = await write(table, {
      Update: {
        Key: webhookKey(ref),
        UpdateExpression: expression.join(' '),
        ConditionExpression: ['attribute_exists(pk)', ...conditions].join(' AND '),
        ...(Object.keys(names).length === 0 ? {} : { ExpressionAttributeNames: names }),
        ...(Object.keys(given).length === 0 ? {} : { ExpressionAttributeValues: given }),
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

/** Each further try means that another worker has come and gone in between. */
const TAKING: RetryPolicy = { attempts: 10 };

/**
 * Leases the endpoint to one worker. When another worker holds the lease at `nowMs`, counts the queue message, so that
 * the holder checks for events once more before it stops. Returns undefined then, or when there is no such endpoint.
 */
export async function takeWebhook(
  table: Table,
  ref: WebhookRef,
  { owner, untilMs }: Lease,
  nowMs: number,
): Promise<WebhookItem | undefined> {
  return retry(TAKING, async () => {
    const taken = await change(table, ref, {
      set: [
        [['lease_owner'], owner],
        [['lease_until_ms'], untilMs],
      ],
      conditions: ['(attribute_not_exists(lease_until_ms) OR lease_until_ms <= :now)'],
      values: { ':now': nowMs },
    });
    if (taken !== undefined) return taken;
    const counted = await countMessage(table, ref);
    // A worker that releases it from now on sees the message. One that released it before has left it free.
    const isFree = counted !== undefined && (counted.lease_until_ms ?? 0) <= nowMs;
    if (isFree) throw new RetryableError('A webhook endpoint was taken each time that it had become free');
    return undefined;
  });
}

/** Counts a queue message on an endpoint, for the worker that holds it. */
function countMessage(table: Table, ref: WebhookRef): Promise<WebhookItem | undefined> {
  return change(table, ref, { add: [['messages']] });
}

const HELD = 'lease_owner = :owner';

/** What an attempt, or its failure, leaves behind. */
export interface Progress {
  /** First attempts have been made of events up to this one. */
  readonly sequence?: number;
  /** The event to add to the waiting ones (`waits`), and the sequence of the one to remove (`settled`). */
  readonly waits?: readonly [sequence: number, event: WaitingEvent];
  readonly settled?: number;
  readonly logged?: number;
  /** When something arrived. */
  readonly deliveredMs?: number;
  /** When the first of the failures was that nothing has come after. */
  readonly failingSinceMs?: number;
}

/** Saves the progress. Returns undefined when the endpoint was deleted or another worker holds its lease. */
export function noteProgress(
  table: Table,
  ref: WebhookRef,
  owner: string,
  { sequence, waits, settled, logged, deliveredMs, failingSinceMs }: Progress,
): Promise<WebhookItem | undefined> {
  const set: [Path, unknown][] = [];
  if (sequence !== undefined) set.push([['sequence'], sequence]);
  if (waits !== undefined) set.push([['waiting', String(waits[0])], waits[1]]);
  if (logged !== undefined) set.push([['logged'], logged]);
  if (failingSinceMs !== undefined) set.push([['failing_since_ms'], failingSinceMs]);
  if (deliveredMs !== undefined) set.push([['delivered_ms'], deliveredMs]);
  const remove: Path[] = [];
  if (settled !== undefined) remove.push(['waiting', String(settled)]);
  if (deliveredMs !== undefined) remove.push(['failing_since_ms']);
  return change(table, ref, { set, remove, conditions: [HELD], values: { ':owner': owner } });
}

/** Disables an endpoint. Returns undefined when it was deleted or another worker holds its lease. */
export function disableWebhook(
  table: Table,
  ref: WebhookRef,
  owner: string,
  {
    reason,
    now,
    sequence,
    logged,
  }: Pick<Progress, 'sequence' | 'logged'> & { reason: DisabledReason; now: Date },
): Promise<WebhookItem | undefined> {
  const set: [Path, unknown][] = [
    [['status'], 'disabled'],
    [['disabled_reason'], reason],
    [['waiting'], {}],
    [['updated_at'], now.toISOString()],
  ];
  if (sequence !== undefined) set.push([['sequence'], sequence]);
  if (logged !== undefined) set.push([['logged'], logged]);
  return change(table, ref, {
    set,
    remove: [['wake_ms']],
    add: [['version']],
    conditions: [HELD],
    values: { ':owner': owner },
  });
}

/**
 * Releases the endpoint. Returns false when a queue message has come since `messages`, or another worker holds it.
 * `wakeMs` is the time of the next delayed message.
 */
export async function leaveWebhook(
  table: Table,
  ref: WebhookRef,
  { owner, messages, wakeMs }: { owner: string; messages?: number; wakeMs?: number | undefined },
): Promise<boolean> {
  const left = await change(table, ref, {
    set: wakeMs === undefined ? [] : [[['wake_ms'], wakeMs]],
    remove: [['lease_owner'], ['lease_until_ms']],
    conditions: messages === undefined ? [HELD] : [HELD, 'messages = :messages'],
    values: { ':owner': owner, ...(messages === undefined ? {} : { ':messages': messages }) },
  });
  return left !== undefined;
}
