import { requireRecentSignIn } from '../../accounts/keys/key-rules.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Principal } from '../../platform/request.ts';
import { EVENT_TYPES, INVESTMENT_SCOPE, isOfInvestments } from '../contract/event-types.ts';
import { findWebhook, type WebhookItem } from '../store/webhooks.ts';

/**
 * An endpoint of the caller's. Another account's does not exist for them.
 *
 * @throws ApiError webhook_not_found
 */
export async function requireWebhook(table: Table, account: string, id: string): Promise<WebhookItem> {
  const item = await findWebhook(table, { account, id });
  if (item === undefined) throw new ApiError('webhook_not_found');
  return item;
}

/**
 * Refuses a credential that may not read every event type of an endpoint.
 *
 * @param types null for all
 * @throws ApiError forbidden, which names the missing scope
 */
export function requireReadable(principal: Principal, types: readonly string[] | null): void {
  if (receivesInvestments(types)) requireInvestmentScope(principal);
}

/** @throws ApiError forbidden, which names the missing scope */
export function requireInvestmentScope({ scopes }: Principal): void {
  if (scopes.includes(INVESTMENT_SCOPE)) return;
  throw new ApiError('forbidden', {
    message: `A webhook endpoint that receives investment events requires the scope ${INVESTMENT_SCOPE}. Use a credential with this scope.`,
    details: { required_scope: INVESTMENT_SCOPE },
  });
}

export const receivesInvestments = (types: readonly string[] | null) =>
  (types ?? EVENT_TYPES).some(isOfInvestments);

/**
 * Refuses a session without a recent sign-in where an endpoint receives investment events. An API key passes: it needs
 * their scope.
 *
 * @param types of the endpoint; null for all
 * @throws ApiError recent_sign_in_required
 */
export function requireSignInForEvents(
  principal: Principal,
  types: readonly string[] | null,
  now: Date,
): void {
  if (receivesInvestments(types)) requireRecentSignIn(principal, now);
}

/** What an endpoint records of the credential that sets it. */
export const settingOf = ({ credentialId, scopes }: Principal) => ({
  set_by: credentialId,
  reads_investments: scopes.includes(INVESTMENT_SCOPE),
});
