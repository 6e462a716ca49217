import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { config } from '../../platform/config.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { createId } from '../../platform/ids.ts';
import type { Principal } from '../../platform/request.ts';
import { type AttemptOutcome, verdictOf } from '../domain/delivery.ts';
import type { Reach } from '../domain/webhook-url.ts';
import { releaseTestSlot, takeTestSlot } from '../store/webhook-tests.ts';
import { verificationWrite, type WebhookItem } from '../store/webhooks.ts';
import { attempt, attemptView } from './delivery-attempt.ts';
import { ATTEMPT_MAX_MS, type Message, type SenderOptions, sendMessage } from './delivery-sender.ts';
import { changeEndpoint } from './own-changes.ts';
import { requireReadable, requireWebhook } from './webhook-access.ts';
import { REACH } from './webhooks.ts';

/** What a request sends by itself: the function waits for the answer. */
export const portsOf = (table: Table, now: Date, options: SenderOptions = { reach: REACH }) => ({
  table,
  send: (message: Message) => sendMessage(message, options),
  clock: () => now.getTime(),
});

/** A slot outlives the attempt that holds it, and ends by itself when the function is stopped. */
const SLOT_MS = 2 * ATTEMPT_MAX_MS;

/**
 * Runs a test or a manual retry while few enough of the account run.
 *
 * @throws ApiError too_many_webhook_tests, and what `work` throws
 */
export async function whileTesting<T>(
  table: Table,
  account: string,
  now: Date,
  work: () => Promise<T>,
  max = config.WEBHOOK_TESTS_AT_ONCE,
): Promise<T> {
  const nowMs = now.getTime();
  const holder = createId('delivery');
  const slot = await takeTestSlot(table, { account, holder }, max, { nowMs, untilMs: nowMs + SLOT_MS });
  if (slot === undefined) {
    throw new ApiError('too_many_webhook_tests', {
      message: `An account may run at most ${max} webhook tests and retries at a time. Retry after ${ATTEMPT_MAX_MS / 1_000} seconds.`,
      details: { max_at_once: max, retry_after_seconds: ATTEMPT_MAX_MS / 1_000 },
    });
  }
  try {
    return await work();
  } finally {
    await releaseTestSlot(table, slot);
  }
}

/** What a test sends. It is on no list. */
const testEvent = ({ account, id }: WebhookItem, now: Date, challenge?: string) => ({
  id: createId('event'),
  type: 'webhook.test',
  sequence: 0,
  created_at: now.toISOString(),
  account,
  data: { webhook_id: id, ...(challenge === undefined ? {} : { challenge }) },
});

/**
 * Sends a test event to an endpoint of the caller's and returns the result. An endpoint that is not verified gets a
 * challenge, and is verified by answering with it.
 *
 * @throws ApiError webhook_not_found; too_many_webhook_tests; forbidden where the credential may not read the endpoint's
 *   events
 */
export async function testWebhook(table: Table, principal: Principal, id: string, now: Date) {
  const { userId } = principal;
  const webhook = await requireWebhook(table, userId, id);
  requireReadable(principal, webhook.types);
  return whileTesting(table, userId, now, async () => {
    if (webhook.verified_at === null) return challenge(table, principal, webhook, now);
    return attemptView(await attempt(portsOf(table, now), webhook, testEvent(webhook, now)));
  });
}

/** How long an address that is not verified may take, and how long the answer takes where it cannot be reached. */
const CHALLENGE_MS = 5_000;
const CHALLENGE_BYTES = 24;

/**
 * The answer for an address that did not return its challenge. It reveals nothing about a host that the caller may not
 * own.
 */
const UNVERIFIED = {
  verified: false,
  delivered: false,
  response_status: null,
  failure: null,
  duration_ms: null,
} as const;

/**
 * Sends a challenge. An unreachable address takes the same time whatever the cause, so that neither the answer nor its
 * time reveals which ports of a host are open.
 */
export async function challenge(
  table: Table,
  principal: Principal,
  webhook: WebhookItem,
  now: Date,
  { reach, timeoutMs }: { readonly reach: Reach; readonly timeoutMs: number } = {
    reach: REACH,
    timeoutMs: CHALLENGE_MS,
  },
) {
  const text = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const end = setTimeout(timeoutMs);
  const ports = portsOf(table, now, { reach, timeoutMs, keepsAnswer: true });
  const outcome = await attempt(ports, webhook, testEvent(webhook, now, text));
  if (answers(outcome, text) && (await verify(table, principal, webhook, now))) return attemptView(outcome);
  const reached = outcome.status !== undefined;
  if (!reached) await end;
  return { ...UNVERIFIED, reached };
}

/** Verifies an endpoint whose address answered. False where its address or status has changed since the challenge. */
function verify(table: Table, principal: Principal, { id, url, status }: WebhookItem, now: Date) {
  return changeEndpoint(table, principal, id, async (current) => {
    const isSame = current.url === url && current.status === status;
    return { writes: isSame ? [verificationWrite(current, now)] : [], result: isSame };
  });
}

/** Whether an outcome is a 2xx whose body is JSON with the challenge. */
function answers(outcome: AttemptOutcome, text: string): boolean {
  if (verdictOf(outcome) !== 'delivered' || outcome.answer === undefined) return false;
  try {
    const body: unknown = JSON.parse(outcome.answer);
    return typeof body === 'object' && body !== null && 'challenge' in body && body.challenge === text;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
