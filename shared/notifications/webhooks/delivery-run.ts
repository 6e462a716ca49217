import { randomUUID } from 'node:crypto';
import { firstDue, WAITING_MAX } from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/event.ts';
import { eventsAfter } from '../events.ts';
import { leaveWebhook, takeWebhook } from '../store/webhook-progress.ts';
import { findWebhook, type WebhookRef } from '../store/webhooks.ts';
import type { DeliveryPorts } from './delivery-attempt.ts';
import { ATTEMPT_MAX_MS } from './delivery-sender.ts';
import { carryOut, receives, type Shift, type Work } from './delivery-work.ts';

/** Events that are read at once. */
const READ_AHEAD = 25;
/** A lease outlives the last attempt that may begin under it. */
const LEASE_MARGIN_MS = ATTEMPT_MAX_MS + 10_000;
/** The longest delay of a queue message. The sweep finds what is due later. */
const DELAY_MAX_MS = 900_000;
/** A delayed message arrives this much after its retry is due, because clocks differ. */
const DELAY_MARGIN_MS = 500;

/**
 * Sends an endpoint what is due: new events one after another, and between them the retries whose pause is over.
 * Nothing happens while another worker holds the endpoint. That worker re-checks before it releases it.
 *
 * @param untilMs epoch milliseconds after which no attempt begins. A new queue message is sent for what is left
 */
export async function runWebhook(ports: DeliveryPorts, ref: WebhookRef, untilMs: number): Promise<void> {
  const owner = randomUUID();
  const nowMs = ports.clock();
  const lease = { owner, untilMs: Math.max(untilMs, nowMs) + LEASE_MARGIN_MS };
  const item = await takeWebhook(ports.table, ref, lease, nowMs);
  if (item === undefined) return;
  const shift: Shift = { ports, ref, owner, item };
  const next = chooser(shift);
  for (;;) {
    const { messages } = shift.item;
    const isOver = ports.clock() >= untilMs;
    const work = isOver || shift.item.status !== 'enabled' ? undefined : await next();
    if (work !== undefined) {
      if (!(await carryOut(shift, work))) return;
    } else if (isOver) {
      return leaveEarly(shift);
    } else if ((await leave(shift, messages)) || !(await look(shift))) return;
  }
}

/** Returns a function that returns the next piece of work, or undefined when none is left. */
function chooser(shift: Shift): () => Promise<Work | undefined> {
  let ahead: readonly AccountEvent[] = [];
  let isRetryNext = false;

  const retry = (): Work | undefined => {
    const due = firstDue(shift.item.waiting);
    if (due === undefined || due[1].due_ms > shift.ports.clock()) return undefined;
    return { kind: 'retry', sequence: due[0], waiting: due[1] };
  };

  const newEvent = async (): Promise<Work | undefined> => {
    const { account, sequence, waiting } = shift.item;
    if (Object.keys(waiting).length >= WAITING_MAX) return undefined;
    const isWanted = (event: AccountEvent) => event.sequence > sequence && receives(shift.item, event);
    let through = sequence;
    if (!ahead.some(isWanted)) {
      const now = new Date(shift.ports.clock());
      const read = await eventsAfter(shift.ports.table, account, sequence, { limit: READ_AHEAD, now });
      ({ events: ahead, through } = read);
    }
    const event = ahead.find(isWanted);
    if (event !== undefined) return { kind: 'event', event };
    return through > sequence ? { kind: 'pass', through } : undefined;
  };

  // They take turns, so that neither keeps the other waiting.
  return async () => {
    isRetryNext = !isRetryNext;
    return isRetryNext ? (retry() ?? (await newEvent())) : ((await newEvent()) ?? retry());
  };
}

/** Re-reads the endpoint after a queue message. Returns false when this worker no longer holds it. */
async function look(shift: Shift): Promise<boolean> {
  const item = await findWebhook(shift.ports.table, shift.ref);
  if (item?.lease_owner !== shift.owner) return false;
  shift.item = item;
  return true;
}

/** Releases the endpoint with work left, and sends a queue message for the next worker. */
async function leaveEarly({ ports, ref, owner }: Shift): Promise<void> {
  await leaveWebhook(ports.table, ref, { owner });
  await ports.enqueue(ref.account, 0);
}

/** Releases the endpoint unless a queue message has come since `messages`. Sends a delayed one for a retry that is due soon. */
async function leave({ ports, ref, owner, item }: Shift, messages: number): Promise<boolean> {
  const nowMs = ports.clock();
  const due = item.status === 'enabled' ? firstDue(item.waiting)?.[1].due_ms : undefined;
  const isSoon = due !== undefined && due - nowMs <= DELAY_MAX_MS - DELAY_MARGIN_MS;
  const isAwaited = item.wake_ms !== undefined && item.wake_ms > nowMs && item.wake_ms <= (due ?? 0);
  const wakeMs = isSoon && !isAwaited ? due : undefined;
  if (!(await leaveWebhook(ports.table, ref, { owner, messages, wakeMs }))) return false;
  if (wakeMs !== undefined) await ports.enqueue(ref.account, Math.max(0, wakeMs - nowMs) + DELAY_MARGIN_MS);
  return true;
}
