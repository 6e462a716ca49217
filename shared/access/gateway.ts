import type { GatewayPlan } from './domain/gateway-plan.ts';

export { type GatewayPlan, type GatewayPlans, gatewayPlans } from './domain/gateway-plan.ts';

/** How long API Gateway caches the authorizer's answer for a credential, in seconds. */
export const AUTHORIZER_CACHE_SECONDS = 60;

/**
 * Keys of the authorizer's context, from which the gateway's own 429 responses take their
 * rate-limit headers.
 */
export const AUTHORIZER_CONTEXT = {
  limit: 'rateLimitLimit',
  reset: 'rateLimitReset',
  retryAfter: 'rateLimitRetryAfter',
  /** The IETF's two header fields as complete texts, because the gateway cannot combine values. */
  policy: 'rateLimitPolicy',
  state: 'rateLimitState',
} as const;

/**
 * Factor between the gateway's throttle and the exact limit, for rate and burst. The throttle only
 * stops floods. The exact limiter, with its exact headers, handles all other rejections.
 */
export const GATEWAY_LIMIT_FACTOR = 4;

/**
 * Environment variable of the authorizer: the gateway key of accounts without a usable key of their
 * own. Its usage plan has no limits, because these accounts would share them. The exact limiter
 * applies.
 */
export const OVERFLOW_KEY_SETTING = 'GATEWAY_OVERFLOW_KEY';

/**
 * Environment variable of the jobs that create gateway keys: the deployed API and its plans, as
 * JSON of `gatewayPlans`.
 */
export const PLANS_SETTING = 'GATEWAY_PLANS';

/**
 * Returns the smallest usage plan that allows at least the given limits. Undefined if there is
 * none; the account then uses the overflow key.
 */
export function gatewayPlanFor(
  plans: readonly GatewayPlan[],
  limits: { readonly requestsPerMinute: number; readonly burst: number },
): GatewayPlan | undefined {
  return plans
    .filter((plan) => plan.requestsPerMinute >= limits.requestsPerMinute && plan.burst >= limits.burst)
    .toSorted((a, b) => a.requestsPerMinute - b.requestsPerMinute || a.burst - b.burst)[0];
}
