import type { Table } from '../../platform/dynamodb/client.ts';
import type { Logger } from '../../platform/log.ts';
import { type AttemptOutcome, classifyAttempt } from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/event.ts';
import { buildSignatureHeaders } from '../domain/webhook-signature.ts';
import type { LoggedAttempt } from '../store/deliveries.ts';
import type { WebhookItem } from '../store/webhooks.ts';
import type { WebhookMessage } from './delivery-sender.ts';
import { decryptSigningSecrets } from './webhook-secrets.ts';

export interface DeliveryDependencies {
  readonly table: Table;
  /** Sends a message once. A failure of the receiver is returned as an outcome, not thrown as an error. */
  readonly send: (message: WebhookMessage) => Promise<AttemptOutcome>;
  /** Returns the current time in epoch milliseconds. */
  readonly clock: () => number;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly randomFraction: () => number;
  /** Sends a queue message for an account. The queue delivers it after `delayMs` milliseconds. */
  readonly enqueue: (account: string, delayMs: number) => Promise<void>;
  readonly log: Logger;
}

/** The body of a webhook request. It equals the event that GET /events returns. */
type SentEvent = Omit<AccountEvent, 'type'> & { readonly type: string };

/** Signs an event with the current time and sends it. Makes only one attempt. */
export async function sendAttempt(
  { table, send, clock }: Pick<DeliveryDependencies, 'table' | 'send' | 'clock'>,
  webhook: Pick<WebhookItem, 'url' | 'secrets'>,
  { id, type, sequence, created_at, account, data }: SentEvent,
): Promise<AttemptOutcome> {
  const body = JSON.stringify({ id, type, sequence, created_at, account, data });
  const nowMs = clock();
  const signingSecrets = await decryptSigningSecrets(table, webhook, nowMs);
  const timestampSeconds = Math.floor(nowMs / 1_000);
  return send({
    url: webhook.url,
    headers: buildSignatureHeaders(signingSecrets, { id, timestamp: timestampSeconds, body }),
    body,
  });
}

export function buildLoggedAttempt(
  { status, failure, durationMs }: AttemptOutcome,
  atMs: number,
  isManual = false,
): LoggedAttempt {
  return {
    at: new Date(atMs).toISOString(),
    response_status: status ?? null,
    failure: failure ?? null,
    duration_ms: durationMs,
    by_hand: isManual,
  };
}

/** Returns the response for a test of a verified endpoint. */
export function toAttemptView(attemptOutcome: AttemptOutcome) {
  return {
    verified: true,
    reached: attemptOutcome.status !== undefined,
    delivered: classifyAttempt(attemptOutcome) === 'delivered',
    response_status: attemptOutcome.status ?? null,
    failure: attemptOutcome.failure ?? null,
    duration_ms: attemptOutcome.durationMs,
  };
}
