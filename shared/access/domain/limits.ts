import { PLAN_LIMITS, type Plan, type PlanLimits } from '../../platform/contract/plans.ts';
import type { BucketLimits } from './rate-limit.ts';

/** The limits in effect for a user: the customer's own on Enterprise where there are any, the plan's otherwise. */
export function effectiveLimits(plan: Plan, custom: BucketLimits | undefined): PlanLimits {
  const limits = PLAN_LIMITS[plan];
  return plan === 'enterprise' && custom !== undefined ? { ...limits, ...custom } : limits;
}
