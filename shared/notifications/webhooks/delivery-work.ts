import { createId } from '../../platform/ids.ts';
import { needsInvestmentScope } from '../contract/event-types.ts';
import { type DisabledReason, LOG_SLOT_COUNT } from '../contract/webhooks/webhook-values.ts';
import {
  classifyAttempt,
  hasFailedSinceFirstAttempt,
  scheduleRetry,
  type WaitingEvent,
} from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/event.ts';
import { recordEvents } from '../events.ts';
import { logDelivery, storeDeliveryOutcome } from '../store/deliveries.ts';
import { getEvents } from '../store/events.ts';
import { type DeliveryProgress, disableWebhook, storeDeliveryProgress } from '../store/webhook-progress.ts';
import type { WebhookItem, WebhookReference } from '../store/webhooks.ts';
import { buildLoggedAttempt, type DeliveryDependencies, sendAttempt } from './delivery-attempt.ts';

/** What a delivery worker does next for its endpoint. */
export type Work =
  /** Send the next new event. */
  | { readonly kind: 'event'; readonly event: AccountEvent }
  /** Skip the events up to the sequence `through`, because the endpoint receives none of them. */
  | { readonly kind: 'pass'; readonly through: number }
  /** Retry an event whose pause is over. */
  | { readonly kind: 'retry'; readonly sequence: number; readonly waiting: WaitingEvent };

/**
 * State of a worker that holds an endpoint's lease. Each of its writes fails if the worker no longer holds
 * the lease.
 */
export interface WorkerState {
  readonly dependencies: DeliveryDependencies;
  readonly ref: WebhookReference;
  readonly owner: string;
  /** The endpoint as it was last read or written. */
  item: WebhookItem;
}

const isoTimeOrNull = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** Returns whether an endpoint receives an event. An endpoint does not receive the event about its creation. */
export function receivesEvent(
  { id, types, reads_investments }: Pick<WebhookItem, 'id' | 'types' | 'reads_investments'>,
  event: Pick<AccountEvent, 'type' | 'data'>,
): boolean {
  if (types !== null && !types.includes(event.type)) return false;
  if (needsInvestmentScope(event) && !reads_investments) return false;
  return !(event.type === 'webhook.created' && event.data.webhook_id === id);
}

/**
 * Sends a new event, retries an event, or skips events, and stores the progress. Resolves to false if this worker no
 * longer holds the lease.
 */
export function processDeliveryWork(workerState: WorkerState, work: Work): Promise<boolean> {
  if (work.kind === 'pass') return saveProgress(workerState, { sequence: work.through });
  return work.kind === 'event'
    ? sendFirstAttempt(workerState, work.event)
    : retryWaitingEvent(workerState, work.sequence, work.waiting);
}

async function saveProgress(workerState: WorkerState, progress: DeliveryProgress): Promise<boolean> {
  const item = await storeDeliveryProgress(
    workerState.dependencies.table,
    workerState.ref,
    workerState.owner,
    progress,
  );
  if (item !== undefined) workerState.item = item;
  return item !== undefined;
}

/**
 * Returns `attemptStartMs` as the start of the failures if no attempt has failed since the last success. Otherwise
 * returns no change.
 */
function markFirstFailure({ item }: WorkerState, attemptStartMs: number): DeliveryProgress {
  return item.failing_since_ms === undefined ? { failingSinceMs: attemptStartMs } : {};
}

/** Sends the first attempt and stores its outcome. Returns false if this worker no longer holds the lease. */
async function sendFirstAttempt(workerState: WorkerState, event: AccountEvent): Promise<boolean> {
  const { dependencies, item } = workerState;
  const { sequence } = event;
  const attemptStartMs = dependencies.clock();
  const attemptOutcome = await sendAttempt(dependencies, item, event);
  const deliveryVerdict = classifyAttempt(attemptOutcome);
  const slot = item.logged % LOG_SLOT_COUNT;
  const newDelivery = { delivery: createId('delivery'), slot, attempts: 0, first_ms: attemptStartMs };
  const waitingEvent =
    deliveryVerdict === 'failed'
      ? scheduleRetry(newDelivery, dependencies.clock(), dependencies.randomFraction())
      : undefined;
  await logDelivery(dependencies.table, item.id, {
    id: newDelivery.delivery,
    slot,
    event_id: event.id,
    type: event.type,
    restricted: needsInvestmentScope(event),
    sequence,
    status: deliveryVerdict === 'delivered' ? 'delivered' : waitingEvent === undefined ? 'failed' : 'pending',
    created_at: new Date(attemptStartMs).toISOString(),
    attempts: [buildLoggedAttempt(attemptOutcome, attemptStartMs)],
    next_attempt_at: isoTimeOrNull(waitingEvent?.due_ms),
  });
  const done = { sequence, logged: item.logged + 1 };
  if (deliveryVerdict === 'gone') return disableEndpoint(workerState, 'gone', done);
  if (waitingEvent === undefined)
    return saveProgress(workerState, { ...done, deliveredMs: dependencies.clock() });
  return saveProgress(workerState, {
    ...done,
    retryingEvent: [sequence, waitingEvent],
    ...markFirstFailure(workerState, attemptStartMs),
  });
}

async function retryWaitingEvent(
  workerState: WorkerState,
  sequence: number,
  waitingEvent: WaitingEvent,
): Promise<boolean> {
  const { dependencies, item } = workerState;
  const [event] = await getEvents(dependencies.table, item.account, [sequence]);
  // The event was deleted before it could be delivered.
  if (event === undefined) return saveProgress(workerState, { completedSequence: sequence });
  // The endpoint's event types may have changed since the first attempt.
  if (!receivesEvent(item, event)) return skipWaitingEvent(workerState, sequence, waitingEvent);
  const attemptStartMs = dependencies.clock();
  const outcome = await sendAttempt(dependencies, item, event);
  const deliveryVerdict = classifyAttempt(outcome);
  const nextWaitingEvent =
    deliveryVerdict === 'failed'
      ? scheduleRetry(waitingEvent, dependencies.clock(), dependencies.randomFraction())
      : undefined;
  await storeDeliveryOutcome(
    dependencies.table,
    item.id,
    { id: waitingEvent.delivery, slot: waitingEvent.slot },
    {
      attempt: buildLoggedAttempt(outcome, attemptStartMs),
      status:
        deliveryVerdict === 'delivered' ? 'delivered' : nextWaitingEvent === undefined ? 'failed' : 'pending',
      next_attempt_at: isoTimeOrNull(nextWaitingEvent?.due_ms),
    },
  );
  if (deliveryVerdict === 'delivered')
    return saveProgress(workerState, { completedSequence: sequence, deliveredMs: dependencies.clock() });
  if (deliveryVerdict === 'gone') return disableEndpoint(workerState, 'gone');
  if (nextWaitingEvent !== undefined) {
    return saveProgress(workerState, {
      retryingEvent: [sequence, nextWaitingEvent],
      ...markFirstFailure(workerState, attemptStartMs),
    });
  }
  return hasFailedSinceFirstAttempt(item.failing_since_ms, waitingEvent.first_ms)
    ? disableEndpoint(workerState, 'failing')
    : saveProgress(workerState, { completedSequence: sequence });
}

/** Removes an event from the waiting events, because the endpoint no longer receives events of its type. */
async function skipWaitingEvent(
  workerState: WorkerState,
  sequence: number,
  { delivery, slot }: WaitingEvent,
): Promise<boolean> {
  const failedDeliveryFields = { status: 'failed', next_attempt_at: null } as const;
  await storeDeliveryOutcome(
    workerState.dependencies.table,
    workerState.item.id,
    { id: delivery, slot },
    failedDeliveryFields,
  );
  return saveProgress(workerState, { completedSequence: sequence });
}

/**
 * Notifies the account, then disables the endpoint. An interrupted call can be repeated, because the same cause creates
 * no second event.
 */
async function disableEndpoint(
  workerState: WorkerState,
  reason: Exclude<DisabledReason, 'owner'>,
  deliveryProgress: Pick<DeliveryProgress, 'sequence' | 'logged'> = {},
): Promise<boolean> {
  const { dependencies, ref, owner, item } = workerState;
  const now = new Date(dependencies.clock());
  const data = {
    webhook_id: item.id,
    url: item.url,
    reason,
    failing_since: isoTimeOrNull(item.failing_since_ms),
  };
  const cause = `${item.id} ${item.updated_at}`;
  await recordEvents(dependencies.table, item.account, [{ type: 'webhook.disabled', cause, data }], now);
  const disabledWebhook = await disableWebhook(dependencies.table, ref, owner, {
    ...deliveryProgress,
    reason,
    now,
  });
  if (disabledWebhook === undefined) return false;
  workerState.item = disabledWebhook;
  dependencies.log.info('A webhook endpoint is disabled', { webhook_id: item.id, reason });
  for (const { delivery, slot } of Object.values(item.waiting)) {
    const failedOutcome = { status: 'failed', next_attempt_at: null } as const;
    await storeDeliveryOutcome(dependencies.table, item.id, { id: delivery, slot }, failedOutcome);
  }
  return true;
}
