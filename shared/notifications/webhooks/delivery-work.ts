import { createId } from '../../platform/ids.ts';
import { needsInvestmentScope } from '../contract/event-types.ts';
import { type DisabledReason, LOG_SLOTS } from '../contract/webhooks/webhook-values.ts';
import { hasFailedThroughout, verdictOf, type WaitingEvent, waitAgain } from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/event.ts';
import { recordEvents } from '../events.ts';
import { logDelivery, logOutcome } from '../store/deliveries.ts';
import { getEvents } from '../store/events.ts';
import { disableWebhook, noteProgress, type Progress } from '../store/webhook-progress.ts';
import type { WebhookItem, WebhookRef } from '../store/webhooks.ts';
import { attempt, type DeliveryPorts, loggedAttempt } from './delivery-attempt.ts';

/** The next piece of work for an endpoint. */
export type Work =
  /** The next new event. */
  | { readonly kind: 'event'; readonly event: AccountEvent }
  /** Nothing for this endpoint up to here. */
  | { readonly kind: 'pass'; readonly through: number }
  /** An event whose retry is due. */
  | { readonly kind: 'retry'; readonly sequence: number; readonly waiting: WaitingEvent };

/** A worker's time with an endpoint: all that it notes is on condition that it holds the lease. */
export interface Shift {
  readonly ports: DeliveryPorts;
  readonly ref: WebhookRef;
  readonly owner: string;
  /** The endpoint as it was last seen. */
  item: WebhookItem;
}

const isoOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

/** Whether an endpoint receives an event. It does not receive its own creation. */
export function receives(
  { id, types, reads_investments }: Pick<WebhookItem, 'id' | 'types' | 'reads_investments'>,
  event: Pick<AccountEvent, 'type' | 'data'>,
): boolean {
  if (types !== null && !types.includes(event.type)) return false;
  if (needsInvestmentScope(event) && !reads_investments) return false;
  return !(event.type === 'webhook.created' && event.data.webhook_id === id);
}

/** Does one piece of work. Returns false when this worker no longer holds the endpoint's lease. */
export function carryOut(shift: Shift, work: Work): Promise<boolean> {
  if (work.kind === 'pass') return note(shift, { sequence: work.through });
  return work.kind === 'event' ? sendFirst(shift, work.event) : sendAgain(shift, work.sequence, work.waiting);
}

async function note(shift: Shift, progress: Progress): Promise<boolean> {
  const item = await noteProgress(shift.ports.table, shift.ref, shift.owner, progress);
  if (item !== undefined) shift.item = item;
  return item !== undefined;
}

/** Since when nothing arrives, once something has not. */
function failingFrom({ item }: Shift, startedMs: number): Progress {
  return item.failing_since_ms === undefined ? { failingSinceMs: startedMs } : {};
}

/** The first attempt of an event. Later events follow whatever its outcome is. */
async function sendFirst(shift: Shift, event: AccountEvent): Promise<boolean> {
  const { ports, item } = shift;
  const { sequence } = event;
  const startedMs = ports.clock();
  const outcome = await attempt(ports, item, event);
  const verdict = verdictOf(outcome);
  const slot = item.logged % LOG_SLOTS;
  const begun = { delivery: createId('delivery'), slot, attempts: 0, first_ms: startedMs };
  const waiting = verdict === 'failed' ? waitAgain(begun, ports.clock(), ports.random()) : undefined;
  await logDelivery(ports.table, item.id, {
    id: begun.delivery,
    slot,
    event_id: event.id,
    type: event.type,
    restricted: needsInvestmentScope(event),
    sequence,
    status: verdict === 'delivered' ? 'delivered' : waiting === undefined ? 'failed' : 'pending',
    created_at: new Date(startedMs).toISOString(),
    attempts: [loggedAttempt(outcome, startedMs)],
    next_attempt_at: isoOf(waiting?.due_ms),
  });
  const done = { sequence, logged: item.logged + 1 };
  if (verdict === 'gone') return disable(shift, 'gone', done);
  if (waiting === undefined) return note(shift, { ...done, deliveredMs: ports.clock() });
  return note(shift, { ...done, waits: [sequence, waiting], ...failingFrom(shift, startedMs) });
}

/** A retry of an event. */
async function sendAgain(shift: Shift, sequence: number, waited: WaitingEvent): Promise<boolean> {
  const { ports, item } = shift;
  const [event] = await getEvents(ports.table, item.account, [sequence]);
  // It is kept for ten times as long as it is tried.
  if (event === undefined) return note(shift, { settled: sequence });
  // The endpoint may receive other events by now.
  if (!receives(item, event)) return pass(shift, sequence, waited);
  const startedMs = ports.clock();
  const outcome = await attempt(ports, item, event);
  const verdict = verdictOf(outcome);
  const waiting = verdict === 'failed' ? waitAgain(waited, ports.clock(), ports.random()) : undefined;
  await logOutcome(
    ports.table,
    item.id,
    { id: waited.delivery, slot: waited.slot },
    {
      attempt: loggedAttempt(outcome, startedMs),
      status: verdict === 'delivered' ? 'delivered' : waiting === undefined ? 'failed' : 'pending',
      next_attempt_at: isoOf(waiting?.due_ms),
    },
  );
  if (verdict === 'delivered') return note(shift, { settled: sequence, deliveredMs: ports.clock() });
  if (verdict === 'gone') return disable(shift, 'gone');
  if (waiting !== undefined) {
    return note(shift, { waits: [sequence, waiting], ...failingFrom(shift, startedMs) });
  }
  return hasFailedThroughout(item.failing_since_ms, waited.first_ms)
    ? disable(shift, 'failing')
    : note(shift, { settled: sequence });
}

/** Drops an event that the endpoint no longer receives. */
async function pass(shift: Shift, sequence: number, { delivery, slot }: WaitingEvent): Promise<boolean> {
  const failed = { status: 'failed', next_attempt_at: null } as const;
  await logOutcome(shift.ports.table, shift.item.id, { id: delivery, slot }, failed);
  return note(shift, { settled: sequence });
}

/** Notifies the account first: a crash in between repeats both, and the same cause makes one event. */
async function disable(
  shift: Shift,
  reason: Exclude<DisabledReason, 'owner'>,
  progress: Pick<Progress, 'sequence' | 'logged'> = {},
): Promise<boolean> {
  const { ports, ref, owner, item } = shift;
  const now = new Date(ports.clock());
  const data = { webhook_id: item.id, url: item.url, reason, failing_since: isoOf(item.failing_since_ms) };
  const cause = `${item.id} ${item.updated_at}`;
  await recordEvents(ports.table, item.account, [{ type: 'webhook.disabled', cause, data }], now);
  const disabled = await disableWebhook(ports.table, ref, owner, { ...progress, reason, now });
  if (disabled === undefined) return false;
  shift.item = disabled;
  ports.log.info('A webhook endpoint is disabled', { webhook_id: item.id, reason });
  for (const { delivery, slot } of Object.values(item.waiting)) {
    const failed = { status: 'failed', next_attempt_at: null } as const;
    await logOutcome(ports.table, item.id, { id: delivery, slot }, failed);
  }
  return true;
}
