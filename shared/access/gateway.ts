import type { GatewayPlan } from './domain/gateway-plan.ts';

export {
  type GatewayPlan,
  type GatewayPlans,
  gatewayPlansSchema,
} from './domain/gateway-plan.ts';

/** Time in seconds for which API Gateway caches the authorizer's result for a credential. */
export const AUTHORIZER_CACHE_SECONDS = 60;

/**
 * Names of values in the authorizer's context. API Gateway puts these values into the rate-limit headers of
 * its own 429 responses.
 */
export const AUTHORIZER_CONTEXT = {
  limit: 'rateLimitLimit',
  reset: 'rateLimitReset',
  retryAfter: 'rateLimitRetryAfter',
  /**
   * Complete values of the two IETF rate-limit headers. API Gateway cannot combine several values in a
   * header, so the authorizer builds them.
   */
  policy: 'rateLimitPolicy',
  state: 'rateLimitState',
} as const;

/**
 * API Gateway's usage plan allows this many times the account's rate limit, because it only stops floods. The service's
 * own limiter enforces the exact rate limit.
 */
export const GATEWAY_LIMIT_FACTOR = 4;

/**
 * Environment variable with the overflow key, for the authorizer. All accounts without a usable gateway key share this
 * key, so its usage plan has no limits. Each account's own rate limit still applies.
 */
export const OVERFLOW_KEY_SETTING = 'GATEWAY_OVERFLOW_KEY';

/**
 * Environment variable of the jobs that create gateway keys. It contains the deployed API and its usage plans
 * as JSON of the schema `gatewayPlansSchema`.
 */
export const GATEWAY_PLANS_SETTING = 'GATEWAY_PLANS';

/** Returns the smallest usage plan that allows the given limits. Returns undefined if no plan allows them. */
export function findSmallestPlan(
  plans: readonly GatewayPlan[],
  limits: { readonly requestsPerMinute: number; readonly burst: number },
): GatewayPlan | undefined {
  return plans
    .filter((plan) => plan.requestsPerMinute >= limits.requestsPerMinute && plan.burst >= limits.burst)
    .toSorted((a, b) => a.requestsPerMinute - b.requestsPerMinute || a.burst - b.burst)[0];
}
