import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import {
  count,
  registerSchemaNames,
  timestamp,
  withDescription,
} from '../../../platform/contract/responses.ts';
import { EVENT_KEEP_DAYS, EVENT_TYPES } from '../event-types.ts';
import {
  DELIVERY_FAILURES,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  WEBHOOK_STATUSES,
} from './webhook-values.ts';

/** Schema of a webhook endpoint, without its secret. */
export const webhook = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.webhook)),
  url: withDescription(z.string(), 'URL to which events are sent.'),
  description: withDescription(z.nullable(z.string()), 'Description for people; null if it has none.'),
  types: withDescription(
    z.nullable(z.array(z.enum(EVENT_TYPES))),
    'Event types that the endpoint receives; null for all.',
  ),
  status: withDescription(
    z.enum(WEBHOOK_STATUSES),
    'Events are sent to an enabled endpoint only. unverified: it has not answered a challenge yet.',
  ),
  disabled_reason: withDescription(
    z.nullable(z.enum(DISABLED_REASONS)),
    'owner: you disabled it. gone: it answered 410. failing: nothing arrived for three days. key_revoked: the key in set_by was revoked. Null while enabled.',
  ),
  verified_at: withDescription(
    z.nullable(timestamp),
    'Time at which its address returned the challenge of a test. Null before that, and again after the address changed.',
  ),
  previous_secret_until: withDescription(
    z.nullable(timestamp),
    'Until this time, deliveries are also signed with the previous secret. Null if there is none.',
  ),
  last_delivered_at: withDescription(
    z.nullable(timestamp),
    'When an event last arrived; null before the first.',
  ),
  failing_since: withDescription(
    z.nullable(timestamp),
    'Time of the first failed attempt after the last delivery; null if the last attempt succeeded.',
  ),
  created_by: withDescription(z.string(), 'Id of the API key or session that created it.'),
  set_by: withDescription(
    z.string(),
    'Id of the API key or session that last set its address, types or secret, or enabled it. Rotating a key replaces ' +
      "the key's id with its successor's. Revoking this key disables the endpoint.",
  ),
  waiting_events: withDescription(count, 'Number of events that failed and will be sent again.'),
  created_at: timestamp,
  updated_at: timestamp,
});

export const webhookSecretSchema = withDescription(
  z.string(),
  'Secret with which you check signatures. It is shown only once.',
);

const failure = withDescription(
  z.nullable(z.enum(DELIVERY_FAILURES)),
  'Why no answer came. host_unknown: unknown host name. address_refused: not a public IP address. ' +
    'connection_failed: no connection. tls_failed: no trusted certificate. timed_out: over ten ' +
    'seconds. answer_malformed: no HTTP. null if an answer came.',
);
const response_status = withDescription(
  z.nullable(z.int()),
  'HTTP status of the answer; null if there was none.',
);
const duration_ms = withDescription(count, 'Duration in milliseconds.');

/** Schema of the result of a webhook test. */
export const attempt = z.strictObject({
  verified: withDescription(z.boolean(), 'Whether the endpoint is verified, by this test or an earlier one.'),
  reached: withDescription(z.boolean(), 'Whether the endpoint sent an HTTP answer.'),
  delivered: withDescription(
    z.boolean(),
    'Whether the answer was a 2xx. false while the endpoint is not verified.',
  ),
  response_status: withDescription(
    z.nullable(z.int()),
    'HTTP status of the answer; null if there was none, or if the endpoint is not verified.',
  ),
  failure: withDescription(
    z.nullable(z.enum(DELIVERY_FAILURES)),
    'Why there was no answer, as in a delivery; null if there was one, or if the endpoint is not verified.',
  ),
  duration_ms: withDescription(
    z.nullable(count),
    'Duration in milliseconds; null while the endpoint is not verified.',
  ),
});

/** Schema of the delivery of one event to one endpoint, with all attempts. */
export const delivery = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.delivery)),
  event_id: withDescription(z.string(), 'Id of the event, which every attempt carries as its webhook-id.'),
  type: withDescription(z.string(), 'Type of the event.'),
  sequence: withDescription(count, 'Sequence of the event.'),
  status: withDescription(
    z.enum(DELIVERY_STATUSES),
    'pending: it will be sent again. failed: it will not be sent again.',
  ),
  created_at: timestamp,
  attempts: withDescription(
    z.array(
      z.strictObject({
        at: timestamp,
        response_status,
        failure,
        duration_ms,
        by_hand: withDescription(
          z.boolean(),
          'Whether the attempt was requested with POST /webhooks/{id}/deliveries/{deliveryId}/retry.',
        ),
      }),
    ),
    'The attempts, oldest first, at most 20.',
  ),
  next_attempt_at: withDescription(z.nullable(timestamp), 'Time of the next attempt; null if there is none.'),
});

registerSchemaNames({
  Webhook: [webhook, 'A webhook endpoint without its secret.'],
  WebhookDelivery: [delivery, `The delivery of one event. It is kept for at most ${EVENT_KEEP_DAYS} days.`],
  WebhookAttempt: [attempt, 'The result of a test.'],
});
