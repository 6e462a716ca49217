import * as z from 'zod';

/** How long API Gateway keeps the authorizer's answer for the same credential. */
export const AUTHORIZER_CACHE_SECONDS = 60;

/** Keys of the authorizer's context that the gateway's own refusals put into the rate-limit headers (strings). */
export const AUTHORIZER_CONTEXT = { limit: 'rateLimitLimit', reset: 'rateLimitReset' } as const;

/**
 * Environment variable of the authorizer: the value of the gateway key that a credential uses until it has its own.
 * Its usage plan has no limits, as its users would share them: the exact limiter alone decides meanwhile.
 */
export const OVERFLOW_KEY_SETTING = 'GATEWAY_OVERFLOW_KEY';

/** Environment variable of the job that makes gateway keys: the deployed usage plans, as JSON of `gatewayPlans`. */
export const PLANS_SETTING = 'GATEWAY_PLANS';

export const gatewayPlans = z.array(
  z.object({
    name: z.string(),
    usagePlanId: z.string(),
    requestsPerMinute: z.number(),
    burst: z.number(),
  }),
);
export type GatewayPlan = z.infer<typeof gatewayPlans>[number];

/**
 * The tightest usage plan that never refuses what the limits allow; undefined when there is none, and then the
 * credential stays with the overflow key.
 */
export function gatewayPlanFor(
  plans: readonly GatewayPlan[],
  limits: { readonly requestsPerMinute: number; readonly burst: number },
): GatewayPlan | undefined {
  return plans
    .filter((plan) => plan.requestsPerMinute >= limits.requestsPerMinute && plan.burst >= limits.burst)
    .toSorted((a, b) => a.requestsPerMinute - b.requestsPerMinute || a.burst - b.burst)[0];
}
