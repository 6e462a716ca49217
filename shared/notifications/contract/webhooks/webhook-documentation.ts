import * as z from 'zod/mini';
import { CURSOR_DESCRIPTIONS, documentRoute } from '../../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { count, cursorMeta, withDescription } from '../../../platform/contract/responses.ts';
import { EVENT_DEFINITIONS } from '../event-responses.ts';
import { createWebhookRoute } from './create-webhook.ts';
import { deleteWebhookRoute } from './delete-webhook.ts';
import { getWebhookRoute } from './get-webhook.ts';
import { listDeliveriesRoute } from './list-deliveries.ts';
import { listWebhooksRoute } from './list-webhooks.ts';
import { retryDeliveryRoute } from './retry-delivery.ts';
import { rotateWebhookSecretRoute } from './rotate-webhook-secret.ts';
import { testWebhookRoute } from './test-webhook.ts';
import { updateWebhookRoute } from './update-webhook.ts';
import { attempt, delivery, webhook, webhookSecretSchema } from './webhook-responses.ts';
import { LOG_SLOT_COUNT } from './webhook-values.ts';

const EXAMPLE_WEBHOOK_ID = `${ID_PREFIXES.webhook}4fTq8ZkW2sVbN7pX`;
const EXAMPLE_DELIVERY_ID = `${ID_PREFIXES.delivery}4fTq8ZkW2sVbN7pX`;
const WEBHOOK_ID_DESCRIPTION = 'Id of the webhook endpoint.';

const WEBHOOK_FIELD_DESCRIPTIONS = {
  url: 'URL to which events are sent by POST. It must be https, with port 443 or a port from 1024 on, and reach a public IP address. A service that runs on your own machine also accepts http on that machine.',
  types: 'Event types that the endpoint receives. Null: all.',
  description: 'Description of the endpoint, for people.',
} as const;

export const webhooks = {
  list: documentRoute(listWebhooksRoute, {
    description: "The account's endpoints, newest first.",
    fields: { query: CURSOR_DESCRIPTIONS },
    response: z.array(webhook),
    meta: {
      ...cursorMeta,
      quota: withDescription(
        z.strictObject({ used: count, max: count }),
        'Webhook endpoints that there are, and may be.',
      ),
    },
  }),
  create: documentRoute(createWebhookRoute, {
    description:
      'Creates an endpoint. Verify it with POST /webhooks/{id}/test. It then receives the events since its creation, signed as the Standard Webhooks specification defines. The answer contains the secret of the signatures. For investment events, a key needs `investments:read`, and a session needs a sign-in within the last 15 minutes.',
    fields: { body: WEBHOOK_FIELD_DESCRIPTIONS },
    response: z.extend(webhook, { secret: webhookSecretSchema }),
    callbacks: EVENT_DEFINITIONS,
    example: {
      body: { url: 'https://example.com/hooks', types: ['strategy.apy_fell', 'investment.confirmed'] },
    },
  }),
  get: documentRoute(getWebhookRoute, {
    description: 'One endpoint with the state of its deliveries.',
    fields: { params: { id: WEBHOOK_ID_DESCRIPTION } },
    response: webhook,
    example: { params: { id: EXAMPLE_WEBHOOK_ID } },
  }),
  update: documentRoute(updateWebhookRoute, {
    description:
      'Changes the fields that you send. The change applies from the next attempt. Verify the endpoint again if its URL changes. Also verify it again if it starts to receive investment events and its URL was set by a key without `investments:read`. An endpoint that is enabled again receives only later events: read the missed events with `GET /events`. If the endpoint receives investment events before or after the change, a key needs `investments:read`, and a session needs a sign-in within the last 15 minutes. If the key is revoked during the request, the answer is 401, and nothing changes.',
    fields: {
      params: { id: WEBHOOK_ID_DESCRIPTION },
      body: { ...WEBHOOK_FIELD_DESCRIPTIONS, status: 'Whether events are sent.' },
    },
    response: webhook,
    example: { params: { id: EXAMPLE_WEBHOOK_ID }, body: { description: 'Production', types: null } },
  }),
  delete: documentRoute(deleteWebhookRoute, {
    description: 'Deletes an endpoint. It receives no more events.',
    fields: { params: { id: WEBHOOK_ID_DESCRIPTION } },
    response: z.strictObject({ id: z.string(), status: z.literal('deleted') }),
    example: { params: { id: EXAMPLE_WEBHOOK_ID } },
  }),
  rotateSecret: documentRoute(rotateWebhookSecretRoute, {
    description:
      'Creates a new secret. For 24 hours, each delivery is signed with both secrets, so that receivers can change to the new one without missing a delivery. If the endpoint receives investment events, a key needs `investments:read`, and a session needs a sign-in within the last 15 minutes.',
    fields: { params: { id: WEBHOOK_ID_DESCRIPTION } },
    response: z.extend(webhook, { secret: webhookSecretSchema }),
    example: { params: { id: EXAMPLE_WEBHOOK_ID } },
  }),
  test: documentRoute(testWebhookRoute, {
    description:
      'Sends an event of type `webhook.test` with sequence 0 and returns the result. No list contains this event. For an unverified endpoint, the event has a random text in `data.challenge`. To verify the endpoint, return this text in a 2xx answer: `{"challenge": "…"}`. If the verification fails, the result says only whether an HTTP answer came. If the endpoint receives investment events, a key needs `investments:read` until the test ends.',
    fields: { params: { id: WEBHOOK_ID_DESCRIPTION } },
    response: attempt,
    example: { params: { id: EXAMPLE_WEBHOOK_ID } },
  }),
  deliveries: documentRoute(listDeliveriesRoute, {
    description: `The last ${LOG_SLOT_COUNT} events that were sent to an endpoint, newest first, with each attempt.`,
    fields: {
      params: { id: WEBHOOK_ID_DESCRIPTION },
      query: { status: 'Keep only deliveries with this status.', ...CURSOR_DESCRIPTIONS },
    },
    response: z.array(delivery),
    meta: cursorMeta,
    example: { params: { id: EXAMPLE_WEBHOOK_ID } },
  }),
  retry: documentRoute(retryDeliveryRoute, {
    description:
      'Sends the event of a delivery once more, whatever the status of the delivery, and returns the result. If a pending delivery succeeds this way, the service does not send it again. If the endpoint receives investment events, or the event is one, a key needs `investments:read`.',
    fields: { params: { id: WEBHOOK_ID_DESCRIPTION, deliveryId: 'Id of the delivery.' } },
    response: delivery,
    example: { params: { id: EXAMPLE_WEBHOOK_ID, deliveryId: EXAMPLE_DELIVERY_ID } },
  }),
} as const;
