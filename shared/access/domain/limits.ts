import { PLAN_LIMITS, type Plan, type PlanLimits } from '../../platform/contract/plans.ts';
import type { BucketLimits } from './rate-limit.ts';

/**
 * Returns a user's limits: the custom limits of an Enterprise customer, otherwise those of the
 * plan.
 */
export function effectiveLimits(plan: Plan, custom: BucketLimits | undefined): PlanLimits {
  const limits = PLAN_LIMITS[plan];
  return plan === 'enterprise' && custom !== undefined ? { ...limits, ...custom } : limits;
}
