import { pageOfList } from '../../platform/contract/cursor.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { formatSequence } from '../../platform/dynamodb/table.ts';
import type { Principal, Reply } from '../../platform/request.ts';
import { hasInvestmentScope, INVESTMENT_SCOPE, needsInvestmentScope } from '../contract/event-types.ts';
import type { listDeliveriesRoute } from '../contract/webhooks/list-deliveries.ts';
import { classifyAttempt } from '../domain/delivery.ts';
import { type DeliveryItem, findDeliveries, storeDeliveryOutcome } from '../store/deliveries.ts';
import { getEvents } from '../store/events.ts';
import { buildEventRemovalWrite } from '../store/webhooks.ts';
import { buildLoggedAttempt, sendAttempt } from './delivery-attempt.ts';
import type { SenderOptions } from './delivery-sender.ts';
import { changeOwnWebhook } from './own-changes.ts';
import { requireInvestmentScope, requireReadableEventTypes, requireWebhook } from './webhook-access.ts';
import { createTestDependencies, withTestSlot } from './webhook-tests.ts';
import { toDeliveryView } from './webhook-views.ts';

/**
 * Returns one page of an endpoint's deliveries. Deliveries that the credential may not read are left out.
 * @throws ApiError webhook_not_found
 */
export async function listDeliveries(
  table: Table,
  principal: Principal,
  id: string,
  { status, ...query }: AppliedQuery<typeof listDeliveriesRoute, 'status' | 'after'>,
  now: Date,
): Promise<Reply> {
  await requireWebhook(table, principal.userId, id);
  const all = await findDeliveries(table, id, now);
  const mayReadRestrictedDeliveries = hasInvestmentScope(principal);
  const matchingDeliveries = all.filter(
    (delivery) =>
      (mayReadRestrictedDeliveries || !delivery.restricted) &&
      (status === undefined || delivery.status === status),
  );
  const listPositionOf = ({ sequence, id }: DeliveryItem) => ({ key: formatSequence(sequence), id });
  const { items, ...page } = pageOfList(matchingDeliveries, query, listPositionOf);
  return { ...page, data: items.map(toDeliveryView) };
}

/**
 * Sends the event of a delivery once more. Returns the delivery with the new attempt.
 *
 * @throws ApiError webhook_not_found, delivery_not_found, webhook_not_verified, too_many_webhook_tests;
 * forbidden if the credential may not read the endpoint's events or this event
 */
export async function retryDelivery(
  table: Table,
  principal: Principal,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
  now: Date,
  senderOptions?: SenderOptions,
) {
  const { userId } = principal;
  const webhook = await requireWebhook(table, userId, id);
  requireReadableEventTypes(principal, webhook.types);
  const find = async () =>
    (await findDeliveries(table, id, now)).find((delivery) => delivery.id === deliveryId);
  const delivery = await find();
  const [event] = delivery === undefined ? [] : await getEvents(table, userId, [delivery.sequence]);
  if (delivery === undefined || event === undefined) throw new ApiError('delivery_not_found');
  // Check the event itself, because the endpoint's event types may have changed after this delivery was created.
  if (needsInvestmentScope(event)) requireInvestmentScope(principal);
  if (webhook.verified_at === null) throw new ApiError('webhook_not_verified');
  if (needsInvestmentScope(event) && !webhook.reads_investments) {
    throw new ApiError('webhook_not_verified', {
      message: `This webhook endpoint is not verified for investment events. Use a credential with the scope ${INVESTMENT_SCOPE} to add an event type such as investment.confirmed to the endpoint. Then call POST /webhooks/{id}/test.`,
    });
  }
  const attemptOutcome = await withTestSlot(table, userId, now, () =>
    sendAttempt(createTestDependencies(table, now, senderOptions), webhook, event),
  );
  let isDelivered = false;
  try {
    if (classifyAttempt(attemptOutcome) === 'delivered') {
      isDelivered = await changeOwnWebhook(table, principal, id, async (currentWebhook) => ({
        writes: [buildEventRemovalWrite(currentWebhook, delivery.sequence)],
        result: true,
      }));
    }
  } finally {
    // The attempt is logged even if the delivery could not be marked as done.
    await storeDeliveryOutcome(table, id, delivery, {
      attempt: buildLoggedAttempt(attemptOutcome, now.getTime(), true),
      status: isDelivered ? 'delivered' : delivery.status,
      next_attempt_at: isDelivered ? null : delivery.next_attempt_at,
    });
  }
  return toDeliveryView((await find()) ?? delivery);
}
