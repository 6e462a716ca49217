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
/** The longest that a bell can be delayed; what is due later is found by the sweep. */
const BELL_MAX_MS = 900_000;
/** A bell rings so much later than what it is for is due, as clocks differ. */
const BELL_MARGIN_MS = 500;

/**
 * Sends an endpoint what is due: the line's events one after another, and between them those that failed and whose pause
 * is over. Nothing happens while another worker has the endpoint; that one looks again before it goes.
 *
 * @param untilMs epoch milliseconds from which no attempt begins any more; for what is left then the bell rings again
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
    const { rings } = shift.item;
    const isOver = ports.clock() >= untilMs;
    const work = isOver || shift.item.status !== 'enabled' ? undefined : await next();
    if (work !== undefined) {
      if (!(await carryOut(shift, work))) return;
    } else if (isOver) {
      return leaveEarly(shift);
    } else if ((await leave(shift, rings)) || !(await look(shift))) return;
  }
}

/** Says what is to be done next, as long as there is something. */
function chooser(shift: Shift): () => Promise<Work | undefined> {
  let ahead: readonly AccountEvent[] = [];
  let isRetrysTurn = false;

  const retry = (): Work | undefined => {
    const due = firstDue(shift.item.waiting);
    if (due === undefined || due[1].due_ms > shift.ports.clock()) return undefined;
    return { kind: 'retry', sequence: due[0], waiting: due[1] };
  };

  const ofLine = async (): Promise<Work | undefined> => {
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
    isRetrysTurn = !isRetrysTurn;
    return isRetrysTurn ? (retry() ?? (await ofLine())) : ((await ofLine()) ?? retry());
  };
}

/** Looks at the endpoint anew, as a bell has rung; false when it is no more this worker's. */
async function look(shift: Shift): Promise<boolean> {
  const item = await findWebhook(shift.ports.table, shift.ref);
  if (item?.lease_owner !== shift.owner) return false;
  shift.item = item;
  return true;
}

/** Gives the endpoint up with work left, for the next one who hears the bell. */
async function leaveEarly({ ports, ref, owner }: Shift): Promise<void> {
  await leaveWebhook(ports.table, ref, { owner });
  await ports.ring(ref.account, 0);
}

/** Gives the endpoint up, unless a bell has rung since `rings`, and lets one ring for what will be due soon. */
async function leave({ ports, ref, owner, item }: Shift, rings: number): Promise<boolean> {
  const nowMs = ports.clock();
  const due = item.status === 'enabled' ? firstDue(item.waiting)?.[1].due_ms : undefined;
  const isSoon = due !== undefined && due - nowMs <= BELL_MAX_MS - BELL_MARGIN_MS;
  const isAwaited = item.wake_ms !== undefined && item.wake_ms > nowMs && item.wake_ms <= (due ?? 0);
  const wakeMs = isSoon && !isAwaited ? due : undefined;
  if (!(await leaveWebhook(ports.table, ref, { owner, rings, wakeMs }))) return false;
  if (wakeMs !== undefined) await ports.ring(ref.account, Math.max(0, wakeMs - nowMs) + BELL_MARGIN_MS);
  return true;
}
