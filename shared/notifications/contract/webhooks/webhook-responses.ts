import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { count, described, nameSchemas, timestamp } from '../../../platform/contract/responses.ts';
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
  url: described(z.string(), 'Where events are sent.'),
  description: described(z.nullable(z.string()), 'What you know it by; null where it has none.'),
  types: described(
    z.nullable(z.array(z.enum(EVENT_TYPES))),
    'The types that it is sent; null for all of them.',
  ),
  status: described(
    z.enum(WEBHOOK_STATUSES),
    'Events are sent to an enabled endpoint only. unverified: it has not answered a challenge yet.',
  ),
  disabled_reason: described(
    z.nullable(z.enum(DISABLED_REASONS)),
    'owner: you have disabled it. gone: it answered 410. failing: nothing arrived for three days. ' +
      'key_revoked: the key in set_by was revoked. null while enabled.',
  ),
  verified_at: described(
    z.nullable(timestamp),
    'When its address answered the challenge of a test; null before, and again after the address changed.',
  ),
  previous_secret_until: described(
    z.nullable(timestamp),
    'Until then deliveries are signed with the secret before the last rotation too; null where there is none.',
  ),
  last_delivered_at: described(z.nullable(timestamp), 'When an event last arrived; null before the first.'),
  failing_since: described(
    z.nullable(timestamp),
    'The first attempt that failed with none after it that arrived; null while all is well.',
  ),
  created_by: described(z.string(), 'Id of the API key or session that created it.'),
  set_by: described(
    z.string(),
    'Id of the API key or session that last set its address, types or secret, or enabled it. Rotating a key replaces ' +
      "the key's id with its successor's. Revoking this key disables the endpoint.",
  ),
  waiting_events: described(count, 'Events that have failed and are tried again.'),
  created_at: timestamp,
  updated_at: timestamp,
});

export const webhookSecret = described(z.string(), 'What you check signatures by. It is shown this once.');

const failure = described(
  z.nullable(z.enum(DELIVERY_FAILURES)),
  'Why no answer came. host_unknown: unknown host name. address_refused: not a public IP address. ' +
    'connection_failed: no connection. tls_failed: no trusted certificate. timed_out: over ten ' +
    'seconds. answer_malformed: no HTTP. null if an answer came.',
);
const response_status = described(z.nullable(z.int()), 'HTTP status of the answer; null where none came.');
const duration_ms = described(count, 'Milliseconds that it took.');

/** Schema of a test result. */
export const attempt = z.strictObject({
  verified: described(z.boolean(), 'Whether the endpoint is verified, by this test or an earlier one.'),
  reached: described(z.boolean(), 'Whether an HTTP answer came.'),
  delivered: described(
    z.boolean(),
    'Whether the answer was a 2xx. false while the endpoint is not verified.',
  ),
  response_status: described(
    z.nullable(z.int()),
    'HTTP status of the answer; null where none came or the endpoint is not verified.',
  ),
  failure: described(
    z.nullable(z.enum(DELIVERY_FAILURES)),
    'Why no answer came, as in a delivery; null where one came or the endpoint is not verified.',
  ),
  duration_ms: described(
    z.nullable(count),
    'Milliseconds that it took; null while the endpoint is not verified.',
  ),
});

/** Schema of the delivery of one event to one endpoint, with all attempts. */
export const delivery = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.delivery)),
  event_id: described(z.string(), 'Id of the event, which every attempt carries as its webhook-id.'),
  type: described(z.string(), 'Type of the event.'),
  sequence: described(count, 'Sequence of the event.'),
  status: described(z.enum(DELIVERY_STATUSES), 'pending: it is tried again. failed: it is tried no more.'),
  created_at: timestamp,
  attempts: described(
    z.array(
      z.strictObject({
        at: timestamp,
        response_status,
        failure,
        duration_ms,
        by_hand: described(z.boolean(), 'Whether it was asked for.'),
      }),
    ),
    'Oldest first, 20 at most.',
  ),
  next_attempt_at: described(z.nullable(timestamp), 'When it is tried next; null where it is not.'),
});

nameSchemas({
  Webhook: [webhook, 'An endpoint that events are sent to, without its secret.'],
  WebhookDelivery: [delivery, `What was sent of one event. It is kept for ${EVENT_KEEP_DAYS} days at most.`],
  WebhookAttempt: [attempt, 'The result of a test.'],
});
