import type { GatewayPlan } from './domain/gateway-plan.ts';

export { type GatewayPlan, type GatewayPlans, gatewayPlans } from './domain/gateway-plan.ts';

/** How long API Gateway keeps the authorizer's answer for the same credential. */
export const AUTHORIZER_CACHE_SECONDS = 60;

/** Keys of the authorizer's context that the gateway's own refusals put into the rate-limit headers (strings). */
export const AUTHORIZER_CONTEXT = {
  limit: 'rateLimitLimit',
  reset: 'rateLimitReset',
  retryAfter: 'rateLimitRetryAfter',
  /** The IETF's two fields, whole: the gateway cannot put a value together. */
  policy: 'rateLimitPolicy',
  state: 'rateLimitState',
} as const;

/**
 * How much wider the gateway's wall is than the limits, in rate and in burst: it is there for floods, and leaves every
 * other refusal to the exact limiter, whose headers are exact.
 */
export const WALL_FACTOR = 4;

/**
 * Environment variable of the authorizer: the value of the gateway key of accounts that have none of their own that
 * may be used. Its usage plan has no limits, as its users would share them: the exact limiter alone decides for them.
 */
export const OVERFLOW_KEY_SETTING = 'GATEWAY_OVERFLOW_KEY';

/** Environment variable of the jobs that make gateway keys: the deployed API and plans, as JSON of `gatewayPlans`. */
export const PLANS_SETTING = 'GATEWAY_PLANS';

/**
 * The tightest usage plan that never refuses what the limits allow; undefined when there is none, and then the
 * account stays with the overflow key.
 */
export function gatewayPlanFor(
  plans: readonly GatewayPlan[],
  limits: { readonly requestsPerMinute: number; readonly burst: number },
): GatewayPlan | undefined {
  return plans
    .filter((plan) => plan.requestsPerMinute >= limits.requestsPerMinute && plan.burst >= limits.burst)
    .toSorted((a, b) => a.requestsPerMinute - b.requestsPerMinute || a.burst - b.burst)[0];
}
