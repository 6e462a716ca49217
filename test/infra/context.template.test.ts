import { readdirSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { contextName, readSettings } from '../../infra/context.ts';
import { CUSTOM_LIMITS_MAX } from '../../shared/platform/contract/plans.ts';
import { at } from '../support/at.ts';
import { makeStack, makeTemplate, propertiesOf } from './support/stack.ts';

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
    ['environment', 'staging'],
    ['retainData', 'perhaps'],
    ['logRetentionDays', 31],
    ['alarmTopicArn', 'pager'],
    ['corsOrigins', 'app.example.com'],
    ['stageThrottle', { ratePerSecond: 0, burst: 1 }],
    ['reservedConcurrency', { authorizer: 1 }],
    ['stage', 'nowhere'],
    ['stage', '../../package'],
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

describe('a stage', () => {
  const live = { stage: 'prod', signInUri: 'https://app.example.com/login', alarmEmail: 'ops@example.com' };

  test('is a file that holds its settings', () => {
    expect(settingsOf({ stage: 'dev' })).toMatchObject({ deployment: 'dev', environment: 'test' });
    expect(settingsOf(live)).toMatchObject({
      deployment: 'prod',
      environment: 'live',
      retainData: true,
      terminationProtection: true,
      logRetentionDays: 90,
    });
    expect(settingsOf({ stage: 'dev' }).variable('MARKET_SOURCE')).toBe('sample');
  });

  test('gives way to the command line', () => {
    const { deployment, variable } = settingsOf({
      stage: 'dev',
      deployment: 'mine',
      marketSource: 'defillama',
    });
    expect([deployment, variable('MARKET_SOURCE')]).toEqual(['mine', 'defillama']);
  });

  test.each([
    ['signInUri', /signInUri: a live stage needs the page/],
    ['alarmEmail', /a live stage needs somebody to wake/],
  ])('that serves real users is refused without %s', (name, message) => {
    expect(() => settingsOf({ ...live, [name]: undefined })).toThrow(message);
  });

  test('that serves real users protects its stack and its data', () => {
    const { stack } = makeStack({ context: live });
    expect(stack.terminationProtection).toBe(true);
    expect(stack.stackName).toBe('YieldApi-prod');
  });

  test.each(readdirSync('infra/stages'))('%s holds settings that exist', (file) => {
    const given = { signInUri: 'https://app.example.com/login', alarmEmail: 'ops@example.com' };
    expect(() => settingsOf({ ...given, stage: file.replace('.json', '') })).not.toThrow();
  });
});

describe('a secret', () => {
  const plain = { ethereum: { rpcUrl: 'https://rpc.example.com/v2/s3cret' } };

  test('is refused in plain text, without being repeated', () => {
    const { variable } = settingsOf({ chainSettings: plain });
    expect(() => variable('CHAIN_SETTINGS')).toThrow(
      /^Invalid context: chainSettings: .*secretsmanager:NAME$/,
    );
    expect(() => variable('CHAIN_SETTINGS')).not.toThrow(/s3cret/);
  });

  test.each(['ssm:/yield/chains', 'secretsmanager:yield-chains'])(
    'stands in the template as %s alone, which the deployment resolves',
    (reference) => {
      const template = makeTemplate({ context: { chainSettings: reference } });
      const made = propertiesOf(template, 'AWS::Lambda::Function').get('WalletsBalancesFunction');
      expect(at(made, 'Environment', 'Variables', 'CHAIN_SETTINGS')).toBe(`{{resolve:${reference}}}`);
    },
  );

  test('is what an address is, and nothing else of a chain', () => {
    const { variable } = settingsOf({ chainSettings: { base: null } });
    expect(variable('CHAIN_SETTINGS')).toBe('{"base":null}');
  });
});
