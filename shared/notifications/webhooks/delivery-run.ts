import { randomUUID } from 'node:crypto';
import { findEarliestDueEntry, WAITING_EVENTS_MAX } from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/event.ts';
import { readEventsAfter } from '../events.ts';
import { leaseWebhook, releaseWebhookLease } from '../store/webhook-progress.ts';
import { findWebhook, type WebhookReference } from '../store/webhooks.ts';
import type { DeliveryDependencies } from './delivery-attempt.ts';
import { ATTEMPT_MAX_MS } from './delivery-sender.ts';
import { processDeliveryWork, receivesEvent, type Work, type WorkerState } from './delivery-work.ts';

const EVENTS_PER_READ = 25;
/** Time in milliseconds for which the lease stays valid after the last possible start of an attempt. */
const LEASE_MARGIN_MS = ATTEMPT_MAX_MS + 10_000;
/** Maximum delay of a queue message, in milliseconds. If a delivery is due later, the sweep job finds it. */
const QUEUE_DELAY_MAX_MS = 900_000;
/**
 * Additional delay of a message for a retry, in milliseconds. The message must not arrive before the retry is
 * due, and clocks differ.
 */
const QUEUE_DELAY_MARGIN_MS = 500;

/**
 * Sends the due deliveries of an endpoint. Does nothing if another worker holds the lease. That worker checks for
 * events again before it releases the lease.
 * @param untilMs time in epoch milliseconds after which no attempt starts; a new queue message is sent for the
 * remaining deliveries
 */
export async function runWebhookDeliveries(
  dependencies: DeliveryDependencies,
  ref: WebhookReference,
  untilMs: number,
): Promise<void> {
  const owner = randomUUID();
  const nowMs = dependencies.clock();
  const lease = { owner, untilMs: Math.max(untilMs, nowMs) + LEASE_MARGIN_MS };
  const item = await leaseWebhook(dependencies.table, ref, lease, nowMs);
  if (item === undefined) return;
  const workerState: WorkerState = { dependencies, ref, owner, item };
  const chooseWork = createWorkChooser(workerState);
  for (;;) {
    const { messages } = workerState.item;
    const isTimeUp = dependencies.clock() >= untilMs;
    const work = isTimeUp || workerState.item.status !== 'enabled' ? undefined : await chooseWork();
    if (work !== undefined) {
      if (!(await processDeliveryWork(workerState, work))) return;
    } else if (isTimeUp) {
      return releaseLeaseBeforeTimeout(workerState);
    } else if ((await releaseLeaseWhenIdle(workerState, messages)) || !(await reloadEndpoint(workerState)))
      return;
  }
}

/**
 * Returns a function that chooses a due retry or a new event. The function returns undefined if nothing is due.
 */
function createWorkChooser(workerState: WorkerState): () => Promise<Work | undefined> {
  let newEvents: readonly AccountEvent[] = [];
  let isRetryNext = false;

  const findDueRetry = (): Work | undefined => {
    const due = findEarliestDueEntry(workerState.item.waiting);
    if (due === undefined || due[1].due_ms > workerState.dependencies.clock()) return undefined;
    return { kind: 'retry', sequence: due[0], waiting: due[1] };
  };

  const findNewEvent = async (): Promise<Work | undefined> => {
    const { account, sequence, waiting } = workerState.item;
    if (Object.keys(waiting).length >= WAITING_EVENTS_MAX) return undefined;
    const shouldSendEvent = (event: AccountEvent) =>
      event.sequence > sequence && receivesEvent(workerState.item, event);
    let lastReadSequence = sequence;
    if (!newEvents.some(shouldSendEvent)) {
      const now = new Date(workerState.dependencies.clock());
      const read = await readEventsAfter(workerState.dependencies.table, account, sequence, {
        limit: EVENTS_PER_READ,
        now,
      });
      ({ events: newEvents, through: lastReadSequence } = read);
    }
    const event = newEvents.find(shouldSendEvent);
    if (event !== undefined) return { kind: 'event', event };
    return lastReadSequence > sequence ? { kind: 'pass', through: lastReadSequence } : undefined;
  };

  // New events and retries alternate, so that neither kind delays the other.
  return async () => {
    isRetryNext = !isRetryNext;
    return isRetryNext
      ? (findDueRetry() ?? (await findNewEvent()))
      : ((await findNewEvent()) ?? findDueRetry());
  };
}

/** Reads the endpoint again. Returns false if this worker no longer holds the lease. */
async function reloadEndpoint(workerState: WorkerState): Promise<boolean> {
  const item = await findWebhook(workerState.dependencies.table, workerState.ref);
  if (item?.lease_owner !== workerState.owner) return false;
  workerState.item = item;
  return true;
}

/** Releases the lease and sends a queue message, so that another worker continues. */
async function releaseLeaseBeforeTimeout({ dependencies, ref, owner }: WorkerState): Promise<void> {
  await releaseWebhookLease(dependencies.table, ref, { owner });
  await dependencies.enqueue(ref.account, 0);
}

/**
 * Releases the lease. Returns false and keeps the lease if a queue message has arrived. If a retry is due soon,
 * sends a delayed message for it.
 */
async function releaseLeaseWhenIdle(
  { dependencies, ref, owner, item }: WorkerState,
  messageCount: number,
): Promise<boolean> {
  const nowMs = dependencies.clock();
  const due = item.status === 'enabled' ? findEarliestDueEntry(item.waiting)?.[1].due_ms : undefined;
  const isDueWithinMaxDelay = due !== undefined && due - nowMs <= QUEUE_DELAY_MAX_MS - QUEUE_DELAY_MARGIN_MS;
  const isMessageScheduled = item.wake_ms !== undefined && item.wake_ms > nowMs && item.wake_ms <= (due ?? 0);
  const nextRetryMs = isDueWithinMaxDelay && !isMessageScheduled ? due : undefined;
  if (
    !(await releaseWebhookLease(dependencies.table, ref, {
      owner,
      messages: messageCount,
      wakeMs: nextRetryMs,
    }))
  )
    return false;
  if (nextRetryMs !== undefined)
    await dependencies.enqueue(ref.account, Math.max(0, nextRetryMs - nowMs) + QUEUE_DELAY_MARGIN_MS);
  return true;
}
