import { describe, expect, test } from 'vitest';
import { type UsagePlan, UsagePlans } from '../../../infra/emulator/gateway/usage/usage-plans.ts';

const day = (text: string) => Date.parse(`${text}T12:00:00Z`);

function createUsagePlansWith(plan: Partial<UsagePlan>): UsagePlans {
  const plans = new UsagePlans();
  plans.addPlan({ id: 'plan', methodThrottles: new Map(), ...plan });
  for (const name of ['one', 'two']) {
    plans.addKey({ id: name, name, value: `value-${name}`, enabled: true });
    plans.assign(name, 'plan');
  }
  return plans;
}

describe('a gateway key of the local gateway', () => {
  test.each([
    ['it is enabled and in a plan', 'value-one', 'admitted'],
    ['the request contains it', undefined, 'invalid_key'],
    ['it exists', 'value-three', 'invalid_key'],
  ])('a gateway key is accepted only if %s', (_, value, expected) => {
    expect(createUsagePlansWith({}).admit(value, '/a/GET', 0)).toBe(expected);
  });

  test('a gateway key is accepted only if it is in a usage plan of this stage', () => {
    const plans = createUsagePlansWith({});
    plans.unassign('one');
    expect(plans.admit('value-one', '/a/GET', 0)).toBe('invalid_key');
    plans.assign('one', 'plan');
    expect(plans.admit('value-one', '/a/GET', 0)).toBe('admitted');
  });

  test('a gateway key is accepted only if it is enabled and not deleted', () => {
    const plans = createUsagePlansWith({});
    plans.addKey({ id: 'one', name: 'one', value: 'value-one', enabled: false });
    expect(plans.admit('value-one', '/a/GET', 0)).toBe('invalid_key');
    plans.removeKey('two');
    expect(plans.admit('value-two', '/a/GET', 0)).toBe('invalid_key');
  });
});

test('the throttle of a usage plan counts each gateway key separately', () => {
  const plans = createUsagePlansWith({ throttle: { ratePerSecond: 1, burst: 2 } });
  const take = (value: string, nowMs = 0) => plans.admit(value, '/a/GET', nowMs);
  expect([take('value-one'), take('value-one'), take('value-one')]).toEqual([
    'admitted',
    'admitted',
    'throttled',
  ]);
  expect(take('value-two')).toBe('admitted');
  expect(take('value-one', 1000)).toBe('admitted');
});

test('the throttle of a method applies in addition to the throttle of the usage plan', () => {
  const plans = createUsagePlansWith({
    methodThrottles: new Map([['/slow/GET', { ratePerSecond: 1, burst: 1 }]]),
  });
  expect(plans.admit('value-one', '/slow/GET', 0)).toBe('admitted');
  expect(plans.admit('value-one', '/slow/GET', 0)).toBe('throttled');
  expect(plans.admit('value-one', '/other/GET', 0)).toBe('admitted');
});

test.each([
  ['DAY', '2026-01-31', '2026-01-31', '2026-02-01'],
  ['WEEK', '2026-01-04', '2026-01-10', '2026-01-11'],
  ['MONTH', '2026-01-01', '2026-01-31', '2026-02-01'],
] as const)(
  'a usage plan quota per %s is full again at the start of the next period',
  (period, first, last, next) => {
    const plans = createUsagePlansWith({ quota: { limit: 2, offset: 0, period } });
    const take = (text: string) => plans.admit('value-one', '/a/GET', day(text));
    expect([take(first), take(last), take(last)]).toEqual(['admitted', 'admitted', 'quota_exceeded']);
    expect(take(next)).toBe('admitted');
  },
);

test('the offset of a usage plan quota reduces the quota in the first period only', () => {
  const plans = createUsagePlansWith({ quota: { limit: 2, offset: 1, period: 'DAY' } });
  const take = (text: string) => plans.admit('value-one', '/a/GET', day(text));
  expect([take('2026-01-01'), take('2026-01-01')]).toEqual(['admitted', 'quota_exceeded']);
  expect([take('2026-01-02'), take('2026-01-02')]).toEqual(['admitted', 'admitted']);
});
