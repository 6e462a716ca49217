import { expect, test } from 'vitest';
import * as z from 'zod';
import { findSmallestPlan, gatewayPlansSchema } from '../../shared/access/gateway.ts';
import { PLAN_LIMITS, type RequestLimits } from '../../shared/platform/contract/plans.ts';
import { at } from '../support/at.ts';
import { FEW_ROUTES, makeTemplate, propertiesOf } from './support/stack.ts';

const requestLimits = ({ requestsPerMinute, burst }: RequestLimits) => ({ requestsPerMinute, burst });
const custom = { requestsPerMinute: 60_000, burst: 10_000 };
const template = makeTemplate({ routes: FEW_ROUTES, context: { enterprise: { acme: custom } } });
const joined = z.tuple([z.string(), z.array(z.union([z.string(), z.object({ Ref: z.string() })]))]);
const plans = propertiesOf(template, 'AWS::ApiGateway::UsagePlan');
const functions = propertiesOf(template, 'AWS::Lambda::Function');

test.each([
  ['FreeUsagePlan', PLAN_LIMITS.free],
  ['ProUsagePlan', PLAN_LIMITS.pro],
  ['EnterpriseUsagePlan', PLAN_LIMITS.enterprise],
])(
  'the usage plan %s allows four times the rate limit of its account plan',
  (name, { requestsPerMinute, burst }) => {
    expect(plans.get(name)?.Throttle).toEqual({
      RateLimit: (4 * requestsPerMinute) / 60,
      BurstLimit: 4 * burst,
    });
  },
);

test('each account with custom limits in the setting "enterprise" has a separate usage plan', () => {
  expect(plans.get('EnterpriseAcmeUsagePlan')?.Throttle).toEqual({ RateLimit: 4_000, BurstLimit: 40_000 });
  expect(
    propertiesOf(makeTemplate({ routes: FEW_ROUTES }), 'AWS::ApiGateway::UsagePlan').has(
      'EnterpriseAcmeUsagePlan',
    ),
  ).toBe(false);
});

test('every usage plan is associated with the deployed stage of the API', () => {
  for (const plan of plans.values()) {
    expect(plan.ApiStages).toEqual([{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'ApiStage' } }]);
  }
});

test('the overflow gateway key, which several accounts share, is in a usage plan without limits', () => {
  expect(plans.get('OverflowUsagePlan')).not.toHaveProperty('Throttle');
  expect(plans.get('OverflowUsagePlan')).not.toHaveProperty('Quota');
  template.hasResourceProperties('AWS::ApiGateway::UsagePlanKey', {
    KeyId: { Ref: 'OverflowApiKey' },
    UsagePlanId: { Ref: 'OverflowUsagePlan' },
  });
  const value: unknown = propertiesOf(template, 'AWS::ApiGateway::ApiKey').get('OverflowApiKey')?.Value;
  expect(value).toBeDefined();
  const authorizer = functions.get('AccessAuthorizerFunction');
  expect(at(authorizer, 'Environment', 'Variables', 'GATEWAY_OVERFLOW_KEY')).toEqual(value);
});

test('the environment of the job for gateway keys lists every usage plan that has limits', () => {
  const job = functions.get('AccountsGatewayKeysFunction');
  const setting = at(job, 'Environment', 'Variables', 'GATEWAY_PLANS');
  const [, parts] = joined.parse(at(setting, 'Fn::Join'));
  const text = parts.map((part) => (typeof part === 'string' ? part : part.Ref)).join('');
  expect(gatewayPlansSchema.parse(JSON.parse(text))).toEqual({
    apiId: 'Api',
    plans: [
      { name: 'free', usagePlanId: 'FreeUsagePlan', ...requestLimits(PLAN_LIMITS.free) },
      { name: 'pro', usagePlanId: 'ProUsagePlan', ...requestLimits(PLAN_LIMITS.pro) },
      { name: 'enterprise', usagePlanId: 'EnterpriseUsagePlan', ...requestLimits(PLAN_LIMITS.enterprise) },
      { name: 'enterprise-acme', usagePlanId: 'EnterpriseAcmeUsagePlan', ...custom },
    ],
  });
});

test('a credential is put into the lowest usage plan that allows at least its rate limit and burst', () => {
  const plan = (name: string, requestsPerMinute: number, burst: number) => ({
    name,
    usagePlanId: name,
    requestsPerMinute,
    burst,
  });
  const offered = [plan('large', 600, 900), plan('small', 60, 100), plan('bursty', 60, 1_000)];
  expect(findSmallestPlan(offered, { requestsPerMinute: 60, burst: 100 })?.name).toBe('small');
  expect(findSmallestPlan(offered, { requestsPerMinute: 60, burst: 101 })?.name).toBe('bursty');
  expect(findSmallestPlan(offered, { requestsPerMinute: 61, burst: 1 })?.name).toBe('large');
  expect(findSmallestPlan(offered, { requestsPerMinute: 601, burst: 1 })).toBeUndefined();
});
