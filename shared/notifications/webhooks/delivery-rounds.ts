import { readAccount } from '../../access/credentials.ts';
import { batchGet, forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { findEarliestDueEntry, WAITING_EVENTS_MAX } from '../domain/delivery.ts';
import { readEventsAfter } from '../events.ts';
import { readEventHead } from '../store/events.ts';
import {
  findWebhooks,
  parseWebhook,
  readWebhookRefs,
  type WebhookItem,
  webhookKey,
} from '../store/webhooks.ts';
import type { DeliveryDependencies } from './delivery-attempt.ts';
import type { EnqueueAccounts } from './delivery-queue.ts';
import { runWebhookDeliveries } from './delivery-run.ts';
import { notifyOfExpiredKeys } from './webhooks-of-key.ts';

/**
 * Sends all due deliveries of an account. Sends nothing for a suspended or deleted account.
 * @param untilMs time in epoch milliseconds after which no attempt starts
 * @throws the first internal error, after all endpoints are processed
 */
export async function deliverEventsOfAccount(
  dependencies: DeliveryDependencies,
  account: string,
  untilMs: number,
): Promise<void> {
  const accountRecord = await readAccount(dependencies.table, account);
  if (accountRecord?.status !== 'active') return;
  const endpoints = await findWebhooks(dependencies.table, account);
  const runs = endpoints
    .filter(({ status }) => status === 'enabled')
    .map(({ id }) => runWebhookDeliveries(dependencies, { account, id }, untilMs));
  const failedRun = (await Promise.allSettled(runs)).find(({ status }) => status === 'rejected');
  if (failedRun?.status === 'rejected') throw failedRun.reason;
}

/** An endpoint counts as failing if all its attempts have failed for at least this time, in milliseconds. */
const FAILING_AFTER_MS = 3_600_000;
const SWEEP_CONCURRENCY = 8;

export interface SweepResult {
  readonly endpoints: number;
  /** Number of accounts for which a queue message was sent. */
  readonly enqueued: number;
  readonly failing: number;
  /** Seconds since the oldest due delivery became due. 0 if no delivery is due. */
  readonly lagSeconds: number;
}

/**
 * Returns the time, in epoch milliseconds, at which a delivery of the endpoint became due. Returns undefined if no
 * delivery is due.
 */
async function findDueTimeMs(
  table: Table,
  item: WebhookItem,
  head: number,
  now: Date,
): Promise<number | undefined> {
  const earliestRetryMs = findEarliestDueEntry(item.waiting)?.[1].due_ms;
  const pastDueRetryMs =
    earliestRetryMs !== undefined && earliestRetryMs <= now.getTime() ? earliestRetryMs : undefined;
  const isWaitingListFull = Object.keys(item.waiting).length >= WAITING_EVENTS_MAX;
  if (pastDueRetryMs !== undefined || isWaitingListFull || head <= item.sequence) return pastDueRetryMs;
  const { events } = await readEventsAfter(table, item.account, item.sequence, { limit: 1, now });
  return events[0] === undefined ? now.getTime() : Date.parse(events[0].created_at);
}

/**
 * Sends a queue message for each account with due events. This is needed because a message can be lost, or because a
 * retry can be later than the maximum delay of a message. Also notifies an account if the API key that last set up one
 * of its endpoints has expired.
 */
export async function sweepWebhooks(
  table: Table,
  enqueueAccounts: EnqueueAccounts,
  now: Date,
): Promise<SweepResult> {
  const refs = await readWebhookRefs(table);
  const webhookItems = (await batchGet(table, refs.map(webhookKey), { consistent: true })).map(parseWebhook);
  const enabledEndpoints = webhookItems.filter(({ status }) => status === 'enabled');
  const endpointsByAccount = Map.groupBy(enabledEndpoints, ({ account }) => account);
  const accountsWithDueEvents: string[] = [];
  let lagMs = 0;
  await forEachParallel(endpointsByAccount, SWEEP_CONCURRENCY, async ([account, endpoints]) => {
    const { sequence } = await readEventHead(table, account);
    await notifyOfExpiredKeys(table, account, endpoints, now);
    const dueTimesMs = await Promise.all(endpoints.map((item) => findDueTimeMs(table, item, sequence, now)));
    const earliestDueMs = Math.min(...dueTimesMs.filter((due) => due !== undefined));
    if (!Number.isFinite(earliestDueMs) || (await readAccount(table, account))?.status !== 'active') return;
    accountsWithDueEvents.push(account);
    lagMs = Math.max(lagMs, now.getTime() - earliestDueMs);
  });
  await enqueueAccounts(accountsWithDueEvents, 0);
  const isFailingEndpoint = ({ failing_since_ms: failingSinceMs }: WebhookItem) =>
    failingSinceMs !== undefined && now.getTime() - failingSinceMs >= FAILING_AFTER_MS;
  return {
    endpoints: webhookItems.length,
    enqueued: accountsWithDueEvents.length,
    failing: enabledEndpoints.filter(isFailingEndpoint).length,
    lagSeconds: Math.round(lagMs / 1_000),
  };
}
