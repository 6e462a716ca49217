import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import {
  buildUsagePlanResources,
  CREDENTIAL_AND_KEY_SECURITY,
  CREDENTIAL_SECURITY,
  lambda,
  method,
  type Resources,
  restApi,
} from '../support/assembly.ts';
import { type Served, serve } from '../support/serve.ts';

/** An authorizer that decides by the text of the key, and writes a line for each invocation. */
const AUTHORIZER_SOURCE = `export const handler = async (event) => {
  const key = event.headers['X-API-KEY'];
  console.log('authorizer ' + key + ' ' + event.type + ' ' + ('body' in event));
  if (key === 'throws') throw new Error('broken');
  if (key === 'unauthorized') throw new Error('Unauthorized');
  if (key === 'hangs') process.exit(3);
  if (key === 'malformed') return { principalId: 'p' };
  if (key === 'nested') return answer('Allow', event.methodArn, { limits: { a: 1 } });
  if (key === 'deny') return answer('Deny', '*', { limit: 60, plan: 'free' });
  if (key === 'one-method') return answer('Allow', event.methodArn.replace(/GET.*/, 'GET/v1/a'), {});
  return answer('Allow', event.methodArn.replace(/GET.*/, '*'), { limit: 60, exact: true }, key);
};
const answer = (Effect, Resource, context, usageIdentifierKey) => ({
  principalId: 'user-1', context, usageIdentifierKey,
  policyDocument: { Version: '2012-10-17', Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }] },
});`;

const ECHO_HANDLER_SOURCE = `export const handler = async ({ requestContext }) =>
  ({ statusCode: 200, body: JSON.stringify({ authorizer: requestContext.authorizer, identity: requestContext.identity }) });`;

const LIMIT_HEADER = {
  responseParameters: { 'gatewayresponse.header.X-Limit': 'context.authorizer.limit' },
};

function template(
  options: { authorizer?: Readonly<Record<string, unknown>>; needsKey?: boolean; more?: Resources } = {},
): Resources {
  const security = options.needsKey === true ? CREDENTIAL_AND_KEY_SECURITY : CREDENTIAL_SECURITY;
  return {
    ...restApi({
      methods: [
        method('GET', '/v1/a', 'Echo', { security }),
        method('GET', '/v1/b', 'Echo', { security }),
        method('GET', '/v1/open', 'Echo'),
      ],
      authorizer: { functionId: 'Decide', extension: { ...options.authorizer } },
      responses: { ACCESS_DENIED: { statusCode: '401', ...LIMIT_HEADER }, THROTTLED: LIMIT_HEADER },
      extensions: { 'x-amazon-apigateway-api-key-source': 'AUTHORIZER' },
    }),
    Decide: lambda('decide'),
    Echo: lambda('echo'),
    ...options.more,
  };
}

let served: Served;
let nowMs = 1_800_000_000_000;
afterEach(() => served.stop());

async function start(resources = template()) {
  nowMs = 1_800_000_000_000;
  served = await serve(resources, { decide: AUTHORIZER_SOURCE, echo: ECHO_HANDLER_SOURCE }, () => nowMs);
}

const call = (key: string | undefined, path = '/v1/a') =>
  served.fetch(path, key === undefined ? {} : { headers: { 'X-API-KEY': key } });

/** Returns the number of authorizer runs, from the lines that it wrote. */
const invocations = () =>
  readFileSync(served.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('authorizer')).length;

describe('the outcome of the authorizer in the local gateway', () => {
  test.each([
    ['no identity source', undefined, 401, 'UnauthorizedException'],
    ['an empty identity source', '', 401, 'UnauthorizedException'],
    ["an error that says 'Unauthorized'", 'unauthorized', 401, 'UnauthorizedException'],
    ['any other error', 'throws', 500, 'AuthorizerException'],
    ['an authorizer process that ends', 'hangs', 500, 'AuthorizerException'],
    ['an answer without a policy', 'malformed', 500, 'AuthorizerConfigurationException'],
    ['a context that is not flat', 'nested', 500, 'AuthorizerConfigurationException'],
    ['a policy that denies', 'deny', 401, 'AccessDeniedException'],
  ])(
    'in the case of %s, the local gateway answers as API Gateway does',
    async (_, key, status, errorType) => {
      await start();
      const response = await call(key);
      expect(response.status).toBe(status);
      expect(response.headers.get('x-amzn-ErrorType')).toBe(errorType);
    },
  );

  test('a request without a credential is rejected before the authorizer is called', async () => {
    await start();
    expect((await call(undefined)).status).toBe(401);
    expect((await call(undefined, '/v1/open')).status).toBe(200);
    expect((await call('good')).status).toBe(200);
    expect(invocations()).toBe(1);
  });

  test('the function receives the values of the authorizer context as text', async () => {
    await start();
    const body: unknown = await (await call('good')).json();
    expect(body).toMatchObject({
      authorizer: { principalId: 'user-1', limit: '60', exact: 'true', integrationLatency: 0 },
    });
    expect((await call('deny')).headers.get('X-Limit')).toBe('60');
  });

  test('a cached policy that allows only one endpoint still rejects a request to another endpoint', async () => {
    await start();
    expect((await call('one-method', '/v1/a')).status).toBe(200);
    expect((await call('one-method', '/v1/b')).status).toBe(401);
    expect(invocations()).toBe(1);
  });
});

describe('the authorizer cache of the local gateway', () => {
  test('the cache keeps the decision for each credential until its TTL ends', async () => {
    await start();
    await call('one');
    nowMs += 59_999;
    await call('one', '/v1/b');
    expect(invocations()).toBe(1);
    await call('two');
    expect(invocations()).toBe(2);
    nowMs += 1;
    await call('one');
    expect(invocations()).toBe(3);
  });

  test('the cache keeps denials, but not failures of the authorizer', async () => {
    await start();
    await call('deny');
    await call('deny');
    expect(invocations()).toBe(1);
    await call('throws');
    await call('throws');
    expect(invocations()).toBe(3);
  });

  test('a TTL of 0 seconds turns the cache off', async () => {
    await start(template({ authorizer: { authorizerResultTtlInSeconds: 0 } }));
    await call('one');
    await call('one');
    expect(invocations()).toBe(2);
  });

  test('concurrent requests with one credential share one authorizer invocation', async () => {
    await start();
    const responses = await Promise.all(Array.from({ length: 20 }, () => call('one')));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(invocations()).toBe(1);
  });
});

describe('a method that requires a gateway key', () => {
  const guarded = (plan: Record<string, unknown>) =>
    template({ needsKey: true, more: buildUsagePlanResources('Free', 'gateway-key-1', plan) });

  test('a request is accepted only if the authorizer returns a valid gateway key', async () => {
    await start(guarded({}));
    const accepted = await call('gateway-key-1');
    expect(accepted.status).toBe(200);
    expect(await accepted.json()).toMatchObject({ identity: { apiKey: 'gateway-key-1' } });
    const refused = await call('another');
    expect(refused.status).toBe(403);
    expect(refused.headers.get('x-amzn-ErrorType')).toBe('ForbiddenException');
  });

  test('the usage plan throttles requests above its burst limit with 429', async () => {
    await start(guarded({ Throttle: { RateLimit: 1, BurstLimit: 3 } }));
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await call('gateway-key-1')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await call('gateway-key-1')).headers.get('X-Limit')).toBe('60');
    nowMs += 1000;
    expect((await call('gateway-key-1')).status).toBe(200);
  });

  test('the usage plan rejects requests beyond its quota', async () => {
    await start(guarded({ Quota: { Limit: 1, Period: 'DAY' } }));
    expect((await call('gateway-key-1')).status).toBe(200);
    const refused = await call('gateway-key-1');
    expect([refused.status, refused.headers.get('x-amzn-ErrorType')]).toEqual([
      429,
      'LimitExceededException',
    ]);
  });
});

test('the throttle of an API stage also limits a method that requires no gateway key', async () => {
  await start({
    ...template(),
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        RestApiId: { Ref: 'Api' },
        StageName: 'api',
        MethodSettings: [
          { ResourcePath: '/*', HttpMethod: '*', ThrottlingRateLimit: 100, ThrottlingBurstLimit: 100 },
          { ResourcePath: '/~1v1~1open', HttpMethod: 'GET', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 },
        ],
      },
    },
  });
  expect([(await call(undefined, '/v1/open')).status, (await call(undefined, '/v1/open')).status]).toEqual([
    200, 429,
  ]);
});
