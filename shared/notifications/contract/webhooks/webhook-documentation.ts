import * as z from 'zod/mini';
import { CURSOR_TEXTS, documentRoute } from '../../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { count, cursorMeta, described } from '../../../platform/contract/responses.ts';
import { EVENTS } from '../event-responses.ts';
import { createWebhookRoute } from './create-webhook.ts';
import { deleteWebhookRoute } from './delete-webhook.ts';
import { getWebhookRoute } from './get-webhook.ts';
import { listDeliveriesRoute } from './list-deliveries.ts';
import { listWebhooksRoute } from './list-webhooks.ts';
import { retryDeliveryRoute } from './retry-delivery.ts';
import { rotateWebhookSecretRoute } from './rotate-webhook-secret.ts';
import { testWebhookRoute } from './test-webhook.ts';
import { updateWebhookRoute } from './update-webhook.ts';
import { attempt, delivery, webhook, webhookSecret } from './webhook-responses.ts';
import { LOG_SLOTS } from './webhook-values.ts';

const EXAMPLE_ID = `${ID_PREFIXES.webhook}4fTq8ZkW2sVbN7pX`;
const EXAMPLE_DELIVERY_ID = `${ID_PREFIXES.delivery}4fTq8ZkW2sVbN7pX`;
const WEBHOOK_ID = 'Id of the webhook endpoint.';

const FIELD_TEXTS = {
  url:
    'Where events are sent by POST: https, on port 443 or from 1024 on, at an address that the whole internet reaches. ' +
    'A server that runs on your machine also sends to http on that machine.',
  types: 'The types of events that are sent; all of them when null.',
  description: 'What you know the endpoint by.',
} as const;

export const webhooks = {
  list: documentRoute(listWebhooksRoute, {
    description: "The account's endpoints, newest first.",
    fields: { query: CURSOR_TEXTS },
    response: z.array(webhook),
    meta: {
      ...cursorMeta,
      quota: described(
        z.strictObject({ used: count, max: count }),
        'Webhook endpoints that there are, and may be.',
      ),
    },
  }),
  create: documentRoute(createWebhookRoute, {
    description:
      'Creates an endpoint. Verify it with POST /webhooks/{id}/test; then it receives what happens from its creation ' +
      'on, signed after the Standard Webhooks specification. The answer holds the secret. Investment events need ' +
      '`investments:read`, and of a session a recent sign-in.',
    fields: { body: FIELD_TEXTS },
    response: z.extend(webhook, { secret: webhookSecret }),
    callbacks: EVENTS,
    example: {
      body: { url: 'https://example.com/hooks', types: ['strategy.apy_fell', 'investment.confirmed'] },
    },
  }),
  get: documentRoute(getWebhookRoute, {
    description: 'One endpoint, and how it fares.',
    fields: { params: { id: WEBHOOK_ID } },
    response: webhook,
    example: { params: { id: EXAMPLE_ID } },
  }),
  update: documentRoute(updateWebhookRoute, {
    description:
      'Changes what is given, from the very next attempt on. A new address must be verified again. So must an endpoint that a key without investments:read set, when it gets ' +
      'investment events. An endpoint that is ' +
      'enabled again receives what happens from then on: what it has missed can be read at `GET /events`. Where the ' +
      'endpoint receives investment events before or after the change, a key needs `investments:read`, and a session a ' +
      'recent sign-in. A key that is revoked during the request gets 401, and nothing is changed.',
    fields: {
      params: { id: WEBHOOK_ID },
      body: { ...FIELD_TEXTS, status: 'Whether events are sent.' },
    },
    response: webhook,
    example: { params: { id: EXAMPLE_ID }, body: { description: 'Production', types: null } },
  }),
  delete: documentRoute(deleteWebhookRoute, {
    description: 'Takes an endpoint away. Nothing is sent to it any more.',
    fields: { params: { id: WEBHOOK_ID } },
    response: z.strictObject({ id: z.string(), status: z.literal('deleted') }),
    example: { params: { id: EXAMPLE_ID } },
  }),
  rotateSecret: documentRoute(rotateWebhookSecretRoute, {
    description:
      'Makes a new secret. For 24 hours deliveries carry the signatures of both, so that receivers can change over ' +
      'without missing one. Where the endpoint receives investment events, a key needs `investments:read`, and a session ' +
      'a recent sign-in.',
    fields: { params: { id: WEBHOOK_ID } },
    response: z.extend(webhook, { secret: webhookSecret }),
    example: { params: { id: EXAMPLE_ID } },
  }),
  test: documentRoute(testWebhookRoute, {
    description:
      'Sends an event of type `webhook.test` with sequence 0 and returns the result. The event is in no list. Until the ' +
      'endpoint is verified, `data.challenge` is a text that the endpoint must return in a 2xx answer: ' +
      '`{"challenge": "…"}`. That verifies it. Before, the result says only whether an HTTP answer came. Where the endpoint ' +
      'receives investment events, `investments:read` is needed, also when the answer comes.',
    fields: { params: { id: WEBHOOK_ID } },
    response: attempt,
    example: { params: { id: EXAMPLE_ID } },
  }),
  deliveries: documentRoute(listDeliveriesRoute, {
    description: `The last ${LOG_SLOTS} events that were sent to an endpoint, newest first, with each attempt.`,
    fields: {
      params: { id: WEBHOOK_ID },
      query: { status: 'Keep only deliveries in this state.', ...CURSOR_TEXTS },
    },
    response: z.array(delivery),
    meta: cursorMeta,
    example: { params: { id: EXAMPLE_ID } },
  }),
  retry: documentRoute(retryDeliveryRoute, {
    description:
      'Sends the event of a delivery once more, whatever became of it, and says how that went. One that waited for its ' +
      'next attempt and arrives is tried no more. Where the endpoint receives investment events, or this is one, ' +
      '`investments:read` is needed.',
    fields: { params: { id: WEBHOOK_ID, deliveryId: 'Id of the delivery.' } },
    response: delivery,
    example: { params: { id: EXAMPLE_ID, deliveryId: EXAMPLE_DELIVERY_ID } },
  }),
} as const;
