import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { config } from '../../platform/config.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { createId } from '../../platform/ids.ts';
import type { Principal } from '../../platform/request.ts';
import { hasInvestmentScope } from '../contract/event-types.ts';
import { type AttemptOutcome, classifyAttempt } from '../domain/delivery.ts';
import type { AllowedNetwork } from '../domain/webhook-url.ts';
import { releaseTestSlot, takeTestSlot } from '../store/webhook-tests.ts';
import { buildVerificationWrite, type WebhookItem } from '../store/webhooks.ts';
import { sendAttempt, toAttemptView } from './delivery-attempt.ts';
import {
  ATTEMPT_MAX_MS,
  type SenderOptions,
  sendWebhookMessage,
  type WebhookMessage,
} from './delivery-sender.ts';
import { changeOwnWebhook } from './own-changes.ts';
import { requireReadableEventTypes, requireWebhook } from './webhook-access.ts';
import { ALLOWED_NETWORK } from './webhooks.ts';

export const createTestDependencies = (
  table: Table,
  now: Date,
  options: SenderOptions = { allowedNetwork: ALLOWED_NETWORK },
) => ({
  table,
  send: (message: WebhookMessage) => sendWebhookMessage(message, options),
  clock: () => now.getTime(),
});

/**
 * Lease time in milliseconds. If the function stops without releasing the slot, the slot becomes free after this
 * time.
 */
const SLOT_LEASE_MS = 2 * ATTEMPT_MAX_MS;

/**
 * Runs a webhook test or a manual retry. An account may run at most `max` of them at the same time.
 * @throws ApiError too_many_webhook_tests; errors that `work` throws
 */
export async function withTestSlot<T>(
  table: Table,
  account: string,
  now: Date,
  work: () => Promise<T>,
  max = config.WEBHOOK_TESTS_AT_ONCE,
): Promise<T> {
  const nowMs = now.getTime();
  const slotHolder = createId('delivery');
  const slot = await takeTestSlot(table, { account, holder: slotHolder }, max, {
    nowMs,
    untilMs: nowMs + SLOT_LEASE_MS,
  });
  if (slot === undefined) {
    const retryAfterSeconds = ATTEMPT_MAX_MS / 1_000;
    throw new ApiError('too_many_webhook_tests', {
      message: `An account may run at most ${max} webhook tests and retries at a time. Retry after ${retryAfterSeconds} seconds.`,
      details: { max_at_once: max, retry_after_seconds: retryAfterSeconds },
    });
  }
  try {
    return await work();
  } finally {
    await releaseTestSlot(table, slot);
  }
}

/** A test event is not stored and appears in no list of events. */
const buildTestEvent = ({ account, id }: WebhookItem, now: Date, challengeText?: string) => ({
  id: createId('event'),
  type: 'webhook.test',
  sequence: 0,
  created_at: now.toISOString(),
  account,
  data: { webhook_id: id, ...(challengeText === undefined ? {} : { challenge: challengeText }) },
});

/**
 * Sends a test event to an endpoint of the caller and returns the result. The test event of an unverified
 * endpoint contains a challenge. If the receiver returns the challenge, the endpoint becomes verified.
 *
 * @throws ApiError webhook_not_found; too_many_webhook_tests; forbidden if the credential may not read the
 * endpoint's events
 */
export async function testWebhook(table: Table, principal: Principal, id: string, now: Date) {
  const { userId } = principal;
  const webhook = await requireWebhook(table, userId, id);
  requireReadableEventTypes(principal, webhook.types);
  return withTestSlot(table, userId, now, async () => {
    if (webhook.verified_at === null) return sendChallenge(table, principal, webhook, now);
    return toAttemptView(
      await sendAttempt(createTestDependencies(table, now), webhook, buildTestEvent(webhook, now)),
    );
  });
}

/**
 * Timeout of a challenge in milliseconds. For an unreachable URL, the result is always returned after this time.
 * Otherwise, the response time would reveal why the URL is unreachable.
 */
const CHALLENGE_TIMEOUT_MS = 5_000;
const CHALLENGE_BYTES = 24;

/**
 * Result for a URL that did not return its challenge. It contains no details, because the caller may not own the
 * host.
 */
const UNVERIFIED_TEST_RESULT = {
  verified: false,
  delivered: false,
  response_status: null,
  failure: null,
  duration_ms: null,
} as const;

/**
 * Sends a challenge and returns the result. If the URL is unreachable, always waits for the full timeout first.
 * Therefore neither the result nor the response time reveals which ports of a host are open.
 */
export async function sendChallenge(
  table: Table,
  principal: Principal,
  webhook: WebhookItem,
  now: Date,
  { allowedNetwork, timeoutMs }: { readonly allowedNetwork: AllowedNetwork; readonly timeoutMs: number } = {
    allowedNetwork: ALLOWED_NETWORK,
    timeoutMs: CHALLENGE_TIMEOUT_MS,
  },
) {
  const challengeText = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const end = setTimeout(timeoutMs);
  const dependencies = createTestDependencies(table, now, { allowedNetwork, timeoutMs, keepsBody: true });
  const attemptOutcome = await sendAttempt(
    dependencies,
    webhook,
    buildTestEvent(webhook, now, challengeText),
  );
  if (
    returnsChallenge(attemptOutcome, challengeText) &&
    (await verifyEndpoint(table, principal, webhook, now))
  )
    return toAttemptView(attemptOutcome);
  const isReceiverReached = attemptOutcome.status !== undefined;
  if (!isReceiverReached) await end;
  return { ...UNVERIFIED_TEST_RESULT, reached: isReceiverReached };
}

/**
 * Marks the endpoint as verified. Returns false without a change if its URL or status has changed since the challenge
 * was sent.
 */
function verifyEndpoint(table: Table, principal: Principal, { id, url, status }: WebhookItem, now: Date) {
  return changeOwnWebhook(table, principal, id, async (currentWebhook) => {
    const isWebhookUnchanged = currentWebhook.url === url && currentWebhook.status === status;
    return {
      writes: isWebhookUnchanged
        ? [buildVerificationWrite(currentWebhook, hasInvestmentScope(principal), now)]
        : [],
      result: isWebhookUnchanged,
    };
  });
}

/** Returns whether the outcome is a 2xx response whose JSON body contains the challenge. */
function returnsChallenge(attemptOutcome: AttemptOutcome, challengeText: string): boolean {
  if (classifyAttempt(attemptOutcome) !== 'delivered' || attemptOutcome.responseBody === undefined)
    return false;
  try {
    const body: unknown = JSON.parse(attemptOutcome.responseBody);
    return (
      typeof body === 'object' && body !== null && 'challenge' in body && body.challenge === challengeText
    );
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
