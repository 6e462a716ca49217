import { deriveId } from '../../template/physical.ts';
import { type ResolvedResource, resourcesOfType } from '../../template/stacks.ts';
import type { Throttle } from '../usage/token-bucket.ts';
import { type UsagePlan, UsagePlans } from '../usage/usage-plans.ts';
import * as properties from './properties.ts';

function toThrottle(own: {
  RateLimit?: number | undefined;
  BurstLimit?: number | undefined;
}): Throttle | undefined {
  if (own.RateLimit === undefined && own.BurstLimit === undefined) return undefined;
  return { ratePerSecond: own.RateLimit ?? 0, burst: own.BurstLimit ?? own.RateLimit ?? 0 };
}

export function readUsagePlans(
  resources: readonly ResolvedResource[],
  apiId: string,
  stage: string,
): UsagePlans {
  const usagePlans = new UsagePlans();
  for (const { physicalId, properties: own } of resourcesOfType(
    resources,
    'AWS::ApiGateway::UsagePlan',
    properties.usagePlanSchema,
  )) {
    const apiStage = own.ApiStages.find(
      (candidate) => candidate.ApiId === apiId && candidate.Stage === stage,
    );
    if (apiStage === undefined) continue;
    const methodThrottles = new Map<string, Throttle>();
    for (const [methodKey, throttleLimits] of Object.entries(apiStage.Throttle)) {
      const throttle = toThrottle(throttleLimits);
      if (throttle !== undefined) methodThrottles.set(methodKey, throttle);
    }
    const throttle = toThrottle(own.Throttle ?? {});
    const plan: UsagePlan = { id: physicalId, methodThrottles };
    if (throttle !== undefined) plan.throttle = throttle;
    if (own.Quota !== undefined) {
      plan.quota = { limit: own.Quota.Limit, offset: own.Quota.Offset, period: own.Quota.Period };
    }
    usagePlans.addPlan(plan);
  }
  for (const { physicalId, properties: own } of resourcesOfType(
    resources,
    'AWS::ApiGateway::ApiKey',
    properties.apiKeySchema,
  )) {
    const value = own.Value ?? deriveId(`${physicalId}/value`, 32);
    usagePlans.addKey({ id: physicalId, name: own.Name ?? physicalId, value, enabled: own.Enabled });
  }
  for (const { properties: own } of resourcesOfType(
    resources,
    'AWS::ApiGateway::UsagePlanKey',
    properties.usagePlanKeySchema,
  )) {
    usagePlans.assign(own.KeyId, own.UsagePlanId);
  }
  return usagePlans;
}
