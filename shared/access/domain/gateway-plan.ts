import * as z from 'zod/mini';

/** A usage plan of the deployed API, and the rate limit for which it was created. */
export const gatewayPlan = z.object({
  name: z.string(),
  usagePlanId: z.string(),
  requestsPerMinute: z.number(),
  burst: z.number(),
});
export type GatewayPlan = z.infer<typeof gatewayPlan>;

export const gatewayPlans = z.object({ apiId: z.string(), plans: z.array(gatewayPlan) });
export type GatewayPlans = z.infer<typeof gatewayPlans>;
