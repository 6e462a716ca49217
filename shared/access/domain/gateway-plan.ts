import * as z from 'zod/mini';

/** A usage plan of the deployed API, and the rate limit for which it was created. */
export const gatewayPlanSchema = z.object({
  name: z.string(),
  usagePlanId: z.string(),
  requestsPerMinute: z.number(),
  burst: z.number(),
});
export type GatewayPlan = z.infer<typeof gatewayPlanSchema>;

export const gatewayPlansSchema = z.object({ apiId: z.string(), plans: z.array(gatewayPlanSchema) });
export type GatewayPlans = z.infer<typeof gatewayPlansSchema>;
