import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toContextName } from '../../infra/context.ts';
import { CUSTOM_LIMITS_MAX } from '../../shared/platform/contract/plans.ts';
import { at } from '../support/at.ts';
import { FEW_ROUTES, makeStack, makeTemplate, propertiesOf, settingsOf } from './support/stack.ts';

/** The largest custom limits of an account that the settings accept. */
const LIMITS = CUSTOM_LIMITS_MAX;

test('the stack can be synthesized without any setting in the CDK context', () => {
  expect(settingsOf({})).toMatchObject({ logLevel: 'info', tracing: false, enterprise: {} });
  expect(makeStack({ routes: FEW_ROUTES }).stack.stackName).toBe('YieldApi');
});

test('the setting "deployment" is part of the stack name, so that one AWS account can have several stacks', () => {
  expect(makeStack({ routes: FEW_ROUTES, context: { deployment: 'staging' } }).stack.stackName).toBe(
    'YieldApi-staging',
  );
});

test('the setting "enterprise" may be an object or the JSON text of this object', () => {
  const enterprise = { acme: LIMITS };
  expect(settingsOf({ enterprise }).enterprise).toEqual(enterprise);
  expect(settingsOf({ enterprise: JSON.stringify(enterprise) }).enterprise).toEqual(enterprise);
});

describe('an invalid setting of the context', () => {
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
    ['reservedConcurrency', { authorizer: 1, job: 1 }],
    ['reservedConcurrency', { authorizer: 800, job: 20 }],
    ['concurrencyQuota', 0],
    ['baseVersion', '1'],
    ['stage', 'nowhere'],
    ['stage', '../../package'],
    ['enterprise', '{not json'],
    ['enterprise', { acme: { requestsPerMinute: 1, burst: 1 } }],
    ['enterprise', { acme: { requestsPerMinute: 600, burst: 0 } }],
    ['enterprise', { acme: { ...LIMITS, requestsPerMinute: LIMITS.requestsPerMinute + 1 } }],
    ['enterprise', { acme: { ...LIMITS, burst: LIMITS.burst + 1 } }],
    ['enterprise', Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`c${i}`, LIMITS]))],
    ['enterprise', { 'a b': { requestsPerMinute: 600, burst: 10 } }],
  ])('the synthesis of the stack fails and names the invalid setting: %s = %j', (name, value) => {
    expect(() => settingsOf({ [name]: value })).toThrow(new RegExp(`^Invalid context: ${name}`));
  });
});

test('the default throttles of the API do not exceed the Lambda concurrency quota of the AWS account', () => {
  const throttlesOf = (context: Record<string, unknown>) => {
    const { stageThrottle, publicThrottle } = settingsOf(context);
    return [stageThrottle, publicThrottle];
  };
  expect(throttlesOf({})).toEqual([
    { ratePerSecond: 2_000, burst: 1_000 },
    { ratePerSecond: 100, burst: 200 },
  ]);
  const small = { ratePerSecond: 100, burst: 10 };
  expect(throttlesOf({ concurrencyQuota: 10 })).toEqual([small, small]);
  const given = { ratePerSecond: 5, burst: 500 };
  expect(throttlesOf({ concurrencyQuota: 10, stageThrottle: given })[0]).toEqual({
    ratePerSecond: 5,
    burst: 10,
  });
});

test('a function gets each environment variable from the setting with the same name in camel case', () => {
  expect(toContextName('SIGN_IN_URI')).toBe('signInUri');
  const { variable } = settingsOf({ signInUri: 'https://app.example.com/login', list: ['a'], empty: '' });
  expect(variable('SIGN_IN_URI')).toBe('https://app.example.com/login');
  expect(variable('LIST')).toBe('["a"]');
  expect(variable('EMPTY')).toBeUndefined();
  expect(variable('OTHER')).toBeUndefined();
  expect(() => settingsOf({ signInUri: 'nowhere' }).variable('SIGN_IN_URI')).toThrow(/SIGN_IN_URI/);
});

describe('the settings in a stage file', () => {
  const live = { stage: 'prod', signInUri: 'https://app.example.com/login', alarmEmail: 'ops@example.com' };

  test('the setting "stage" loads the settings of the stage file with this name', () => {
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

  test.each([
    ['test', {}],
    ['live', { ...live, stage: 'prod' }],
  ])('with a stage file, every function has STAGE_KIND %s', (kind, context) => {
    const made = propertiesOf(makeTemplate({ context }), 'AWS::Lambda::Function');
    const ours = [...made].filter(([, { Runtime }]) => Runtime === 'nodejs24.x');
    expect(ours.length).toBeGreaterThan(80);
    for (const [, properties] of ours) {
      expect(at(properties, 'Environment', 'Variables')).toMatchObject({ STAGE_KIND: kind });
      expect(at(properties, 'Environment', 'Variables')).not.toHaveProperty('DEPLOYMENT');
    }
  });

  test('a setting on the command line replaces the one in the stage file', () => {
    const { deployment, variable } = settingsOf({
      stage: 'dev',
      deployment: 'mine',
      marketSource: 'defillama',
    });
    expect([deployment, variable('MARKET_SOURCE')]).toEqual(['mine', 'defillama']);
  });

  test.each([
    ['signInUri', /signInUri: required for a live stage/],
    ['alarmEmail', /alarmEmail or alarmTopicArn is required for a live stage/],
  ])('a live stage without the setting %s is rejected', (name, message) => {
    expect(() => settingsOf({ ...live, [name]: undefined })).toThrow(message);
  });

  test('a live stage protects its stack and its data from deletion', () => {
    const { stack } = makeStack({ routes: FEW_ROUTES, context: live });
    expect(stack.terminationProtection).toBe(true);
    expect(stack.stackName).toBe('YieldApi-prod');
  });

  test.each(readdirSync('infra/stages'))('the stage file %s has only known settings', (file) => {
    const given = { signInUri: 'https://app.example.com/login', alarmEmail: 'ops@example.com' };
    expect(() => settingsOf({ ...given, stage: file.replace('.json', '') })).not.toThrow();
  });
});

describe('a secret in the settings', () => {
  const plain = { ethereum: { rpcUrl: 'https://rpc.example.com/v2/s3cret' } };

  test('the error about a secret in plain text does not contain the secret', () => {
    const { variable } = settingsOf({ chainSettings: plain });
    expect(() => variable('CHAIN_SETTINGS')).toThrow(
      /^Invalid context: chainSettings: .*secretsmanager:NAME:SecretString:::VERSION_ID$/,
    );
    expect(() => variable('CHAIN_SETTINGS')).not.toThrow(/s3cret/);
  });

  const VERSION = '01234567-89ab-cdef-0123-456789abcdef';

  test.each([
    'ssm:/yield/chains',
    'secretsmanager:yield-chains',
    'secretsmanager:yield-chains:SecretString:rpc',
    `secretsmanager:yield-chains:SecretString::AWSCURRENT:${VERSION}`,
  ])('a reference to a secret without a version is rejected: %s', (reference) => {
    const { variable } = settingsOf({ chainSettings: reference });
    expect(() => variable('CHAIN_SETTINGS')).toThrow(/chainSettings: the reference must contain the version/);
  });

  test.each([
    'ssm:/yield/chains:3',
    `secretsmanager:yield-chains:SecretString:::${VERSION}`,
    `secretsmanager:arn:aws:secretsmanager:eu-central-1:123456789012:secret:a-Ab1:SecretString:rpc::${VERSION}`,
  ])(
    'a secret appears in the template only as the reference %s, which CloudFormation resolves',
    (reference) => {
      const template = makeTemplate({ routes: FEW_ROUTES, context: { chainSettings: reference } });
      const made = propertiesOf(template, 'AWS::Lambda::Function').get('WalletsBalancesFunction');
      expect(at(made, 'Environment', 'Variables', 'CHAIN_SETTINGS')).toBe(`{{resolve:${reference}}}`);
    },
  );

  test('chain settings may be in plain text if they contain no node address', () => {
    const { variable } = settingsOf({ chainSettings: { base: null } });
    expect(variable('CHAIN_SETTINGS')).toBe('{"base":null}');
  });
});
