import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { contextName, readSettings } from '../../infra/context.ts';
import { CUSTOM_LIMITS_MAX } from '../../shared/platform/contract/plans.ts';
import { makeStack } from './support/stack.ts';

const settingsOf = (context: Record<string, unknown>) =>
  readSettings(new App({ context, analyticsReporting: false }).node);

/** The most that a customer may have is the most that the limiter can keep. */
const LIMITS = CUSTOM_LIMITS_MAX;

test('nothing has to be given', () => {
  expect(settingsOf({})).toMatchObject({ logLevel: 'info', tracing: false, enterprise: {} });
  expect(makeStack().stack.stackName).toBe('YieldApi');
});

test('a deployment name tells stacks of one account apart', () => {
  expect(makeStack({ context: { deployment: 'staging' } }).stack.stackName).toBe('YieldApi-staging');
});

test('structured values come as objects from cdk.json and as JSON from the command line', () => {
  const enterprise = { acme: LIMITS };
  expect(settingsOf({ enterprise }).enterprise).toEqual(enterprise);
  expect(settingsOf({ enterprise: JSON.stringify(enterprise) }).enterprise).toEqual(enterprise);
});

describe('a wrong value stops the synthesis and is named', () => {
  test.each([
    ['deployment', 'Not Good'],
    ['tableName', 'a'],
    ['logLevel', 'loud'],
    ['alarmEmail', 'nobody'],
    ['tracing', 'perhaps'],
    ['enterprise', '{not json'],
    ['enterprise', { acme: { requestsPerMinute: 1, burst: 1 } }],
    ['enterprise', { acme: { requestsPerMinute: 600, burst: 0 } }],
    ['enterprise', { acme: { ...LIMITS, requestsPerMinute: LIMITS.requestsPerMinute + 1 } }],
    ['enterprise', { acme: { ...LIMITS, burst: LIMITS.burst + 1 } }],
    ['enterprise', Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`c${i}`, LIMITS]))],
    ['enterprise', { 'a b': { requestsPerMinute: 600, burst: 10 } }],
  ])('%s = %j', (name, value) => {
    expect(() => settingsOf({ [name]: value })).toThrow(new RegExp(`^Invalid context: ${name}`));
  });
});

test('a function setting is given under the name of its variable in camel case', () => {
  expect(contextName('SIGN_IN_URI')).toBe('signInUri');
  const { variable } = settingsOf({ signInUri: 'https://app.example.com/login', list: ['a'], empty: '' });
  expect(variable('SIGN_IN_URI')).toBe('https://app.example.com/login');
  expect(variable('LIST')).toBe('["a"]');
  expect(variable('EMPTY')).toBeUndefined();
  expect(variable('OTHER')).toBeUndefined();
  expect(() => settingsOf({ signInUri: 'nowhere' }).variable('SIGN_IN_URI')).toThrow(/SIGN_IN_URI/);
});
