import { paginate } from '../../platform/contract/envelope.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { PageRequest } from '../../platform/contract/query.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { createId } from '../../platform/ids.ts';
import type { Principal, Reply } from '../../platform/request.ts';
import { verdictOf } from '../domain/delivery.ts';
import { type DeliveryItem, findDeliveries, logOutcome } from '../store/deliveries.ts';
import { getEvents } from '../store/events.ts';
import { settleByHand } from '../store/webhook-progress.ts';
import { attempt, attemptView, loggedAttempt } from './delivery-attempt.ts';
import { sendMessage } from './delivery-sender.ts';
import { deliveryView } from './webhook-views.ts';
import { REACH, requireWebhook } from './webhooks.ts';

/** What a request sends by itself: the function waits for the answer. */
const portsOf = (table: Table, now: Date) => ({
  table,
  send: (message: Parameters<typeof sendMessage>[0]) => sendMessage(message, { reach: REACH }),
  clock: () => now.getTime(),
});

/**
 * One page of what was sent to an endpoint of the caller's.
 *
 * @throws ApiError webhook_not_found
 */
export async function listDeliveries(
  table: Table,
  { userId }: Principal,
  id: string,
  { status, ...page }: PageRequest & { readonly status?: DeliveryItem['status'] | undefined },
  now: Date,
): Promise<Reply> {
  await requireWebhook(table, userId, id);
  const all = await findDeliveries(table, id, now);
  const found = status === undefined ? all : all.filter((delivery) => delivery.status === status);
  const start = (page.page - 1) * page.per_page;
  const data = found.slice(start, start + page.per_page).map(deliveryView);
  return { data, pagination: paginate(found.length, page, data.length) };
}

/**
 * Sends an endpoint of the caller's an event of no account's list, and tells how that went.
 *
 * @throws ApiError webhook_not_found
 */
export async function testWebhook(table: Table, { userId }: Principal, id: string, now: Date) {
  const webhook = await requireWebhook(table, userId, id);
  const event = {
    id: createId('event'),
    type: 'webhook.test',
    sequence: 0,
    created_at: now.toISOString(),
    account: userId,
    data: { webhook_id: id },
  };
  return attemptView(await attempt(portsOf(table, now), webhook, event));
}

/**
 * Sends the event of a delivery once more, and tells of it with that attempt.
 *
 * @throws ApiError webhook_not_found, delivery_not_found
 */
export async function retryDelivery(
  table: Table,
  { userId }: Principal,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
  now: Date,
) {
  const webhook = await requireWebhook(table, userId, id);
  const find = async () => (await findDeliveries(table, id, now)).find((known) => known.id === deliveryId);
  const delivery = await find();
  const [event] = delivery === undefined ? [] : await getEvents(table, userId, [delivery.sequence]);
  if (delivery === undefined || event === undefined) throw new ApiError('delivery_not_found');
  const outcome = await attempt(portsOf(table, now), webhook, event);
  const isDelivered = verdictOf(outcome) === 'delivered';
  await logOutcome(table, id, delivery, {
    attempt: loggedAttempt(outcome, now.getTime(), true),
    status: isDelivered ? 'delivered' : delivery.status,
    next_attempt_at: isDelivered ? null : delivery.next_attempt_at,
  });
  if (isDelivered) await settleByHand(table, { account: userId, id }, delivery.sequence);
  return deliveryView((await find()) ?? delivery);
}
