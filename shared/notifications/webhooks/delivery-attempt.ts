import type { Table } from '../../platform/dynamodb/client.ts';
import type { Logger } from '../../platform/log.ts';
import { type AttemptOutcome, verdictOf } from '../domain/delivery.ts';
import type { AccountEvent } from '../domain/event.ts';
import { signatureHeaders } from '../domain/webhook-signature.ts';
import type { LoggedAttempt } from '../store/deliveries.ts';
import type { WebhookItem } from '../store/webhooks.ts';
import type { Message } from './delivery-sender.ts';
import { openSecrets } from './webhook-secrets.ts';

/** What deliveries reach the world by. */
export interface DeliveryPorts {
  readonly table: Table;
  /** Sends once. Never rejects for what a receiver does. */
  readonly send: (message: Message) => Promise<AttemptOutcome>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Sends a queue message for an account after a pause. */
  readonly enqueue: (account: string, delayMs: number) => Promise<void>;
  readonly log: Logger;
}

/** The payload of an event: the same that GET /events returns. */
type SentEvent = Omit<AccountEvent, 'type'> & { readonly type: string };

/** Signs an event with a new timestamp and sends it once. */
export async function attempt(
  { table, send, clock }: Pick<DeliveryPorts, 'table' | 'send' | 'clock'>,
  webhook: Pick<WebhookItem, 'url' | 'secrets'>,
  { id, type, sequence, created_at, account, data }: SentEvent,
): Promise<AttemptOutcome> {
  const body = JSON.stringify({ id, type, sequence, created_at, account, data });
  const nowMs = clock();
  const secrets = await openSecrets(table, webhook, nowMs);
  const timestamp = Math.floor(nowMs / 1_000);
  return send({ url: webhook.url, headers: signatureHeaders(secrets, { id, timestamp, body }), body });
}

/** An attempt as the log has it. */
export function loggedAttempt(
  { status, failure, durationMs }: AttemptOutcome,
  atMs: number,
  byHand = false,
): LoggedAttempt {
  return {
    at: new Date(atMs).toISOString(),
    response_status: status ?? null,
    failure: failure ?? null,
    duration_ms: durationMs,
    by_hand: byHand,
  };
}

/** The result of a test of a verified endpoint. */
export function attemptView(outcome: AttemptOutcome) {
  return {
    verified: true,
    reached: outcome.status !== undefined,
    delivered: verdictOf(outcome) === 'delivered',
    response_status: outcome.status ?? null,
    failure: outcome.failure ?? null,
    duration_ms: outcome.durationMs,
  };
}
