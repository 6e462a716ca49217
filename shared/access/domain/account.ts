import { PLAN_LIMITS, type Plan } from '../../platform/contract/plans.ts';
import type { Role } from '../../platform/contract/scopes.ts';
import type { BucketLimits } from './rate-limit.ts';

/** The data of an account that every request needs. */
export interface Account {
  readonly id: string;
  /** Version of the user. Every change of the role, the plan, the limits or the suspension increases it. */
  readonly version: number;
  readonly status: 'active' | 'suspended';
  readonly role: Role;
  readonly plan: Plan;
  readonly limits: BucketLimits;
}

export interface AccountUserFields {
  readonly id: string;
  readonly version: number;
  readonly role: Role;
  readonly plan: Plan;
  readonly custom_limits?: { readonly requests_per_minute: number; readonly burst: number } | undefined;
  readonly suspended_at?: string | undefined;
}

/** Returns the limits of a user's plan. The custom limits of an Enterprise customer replace them. */
export function limitsOf({ plan, custom_limits: custom }: Pick<AccountUserFields, 'plan' | 'custom_limits'>) {
  const planLimits = PLAN_LIMITS[plan];
  if (plan !== 'enterprise' || custom === undefined) return planLimits;
  return { ...planLimits, requestsPerMinute: custom.requests_per_minute, burst: custom.burst };
}

export function accountOf(user: AccountUserFields): Account {
  const { id, version, role, plan } = user;
  const { requestsPerMinute, burst } = limitsOf(user);
  const status = user.suspended_at === undefined ? 'active' : 'suspended';
  return { id, version, status, role, plan, limits: { requestsPerMinute, burst } };
}
