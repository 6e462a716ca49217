import { requireRecentSignIn } from '../../accounts/keys/key-rules.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Principal } from '../../platform/request.ts';
import {
  EVENT_TYPES,
  hasInvestmentScope,
  INVESTMENT_SCOPE,
  isInvestmentEventType,
} from '../contract/event-types.ts';
import { findWebhook, type WebhookItem } from '../store/webhooks.ts';

/** @throws ApiError webhook_not_found, also for an endpoint of another account */
export async function requireWebhook(table: Table, account: string, id: string): Promise<WebhookItem> {
  const item = await findWebhook(table, { account, id });
  if (item === undefined) throw new ApiError('webhook_not_found');
  return item;
}

/**
 * Checks that a credential may read all event types that an endpoint receives.
 *
 * @param eventTypes event types of the endpoint; null means all types
 * @throws ApiError forbidden, with the missing scope
 */
export function requireReadableEventTypes(principal: Principal, eventTypes: readonly string[] | null): void {
  if (receivesInvestmentEvents(eventTypes)) requireInvestmentScope(principal);
}

/** @throws ApiError forbidden, with the missing scope */
export function requireInvestmentScope(principal: Principal): void {
  if (hasInvestmentScope(principal)) return;
  throw new ApiError('forbidden', {
    message: `A webhook endpoint that receives investment events requires the scope ${INVESTMENT_SCOPE}. Use a credential with this scope.`,
    details: { required_scope: INVESTMENT_SCOPE },
  });
}

export const receivesInvestmentEvents = (eventTypes: readonly string[] | null) =>
  (eventTypes ?? EVENT_TYPES).some(isInvestmentEventType);

/**
 * If the endpoint receives investment events, the caller must be an API key or have signed in recently.
 * @param eventTypes event types of the endpoint; null means all types
 * @throws ApiError recent_sign_in_required
 */
export function requireSignInForEvents(
  principal: Principal,
  eventTypes: readonly string[] | null,
  now: Date,
): void {
  if (receivesInvestmentEvents(eventTypes)) requireRecentSignIn(principal, now);
}
