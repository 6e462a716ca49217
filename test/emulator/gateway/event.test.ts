import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { formatRequestTime } from '../../../infra/emulator/gateway/http/event.ts';
import { lambda, method, restApi } from '../support/assembly.ts';
import { type Served, serve } from '../support/serve.ts';

/** A function that returns the event that it received. */
const ECHO = `export const handler = async (event, context) => ({
  statusCode: 200, body: JSON.stringify({ event, context, environment: process.env }) });`;

let served: Served;

beforeAll(async () => {
  const api = restApi({
    methods: [method('GET', '/v1/strategies/{id}', 'Echo'), method('POST', '/v1/files', 'Echo')],
    properties: { BinaryMediaTypes: ['image/*'] },
  });
  const variables = { Environment: { Variables: { TABLE_NAME: 'table', SIZE: 3 } } };
  served = await serve(
    {
      ...api,
      Stage: {
        Type: 'AWS::ApiGateway::Stage',
        Properties: { RestApiId: { Ref: 'Api' }, StageName: 'api', Variables: { colour: 'blue' } },
      },
      Echo: lambda('echo', { FunctionName: 'echo', ...variables }),
    },
    { echo: ECHO },
    () => 1_800_000_000_123,
  );
});
afterAll(() => served.stop());

const echoed = z.object({
  event: z.record(z.string(), z.unknown()),
  context: z.record(z.string(), z.unknown()),
  environment: z.record(z.string(), z.string()),
});

async function echo(path: string, options?: RequestInit) {
  return echoed.parse(await (await served.fetch(path, options)).json());
}

test('the event of a GET request has the same members as a proxy event of an API Gateway REST API', async () => {
  const headers = { 'User-Agent': 'tester', 'X-Mixed-Case': 'Yes', Accept: '*/*' };
  const { event } = await echo('/v1/strategies/strat_1?a=1&a=2&b=', { headers });
  const { headers: sent, multiValueHeaders, requestContext, ...rest } = event;
  expect(rest).toEqual({
    resource: '/v1/strategies/{id}',
    path: '/v1/strategies/strat_1',
    httpMethod: 'GET',
    queryStringParameters: { a: '2', b: '' },
    multiValueQueryStringParameters: { a: ['1', '2'], b: [''] },
    pathParameters: { id: 'strat_1' },
    stageVariables: { colour: 'blue' },
    body: null,
    isBase64Encoded: false,
  });
  expect(sent).toMatchObject({
    'X-Mixed-Case': 'Yes',
    'User-Agent': 'tester',
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Port': String(served.port),
    'X-Forwarded-Proto': 'http',
    'X-Amzn-Trace-Id': expect.stringMatching(/^Root=1-6b49d200-[0-9a-f]{24}$/),
  });
  expect(multiValueHeaders).toMatchObject({ 'User-Agent': ['tester'], 'X-Forwarded-For': ['127.0.0.1'] });
  expect(requestContext).toEqual({
    resourceId: expect.stringMatching(/^[a-z0-9]{6}$/),
    resourcePath: '/v1/strategies/{id}',
    httpMethod: 'GET',
    extendedRequestId: expect.any(String),
    requestTime: '15/Jan/2027:08:00:00 +0000',
    path: '/v1/strategies/strat_1',
    accountId: '000000000000',
    protocol: 'HTTP/1.1',
    stage: 'api',
    domainPrefix: '127',
    requestTimeEpoch: 1_800_000_000_123,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    identity: {
      cognitoIdentityPoolId: null,
      accountId: null,
      cognitoIdentityId: null,
      caller: null,
      sourceIp: '127.0.0.1',
      principalOrgId: null,
      accessKey: null,
      cognitoAuthenticationType: null,
      cognitoAuthenticationProvider: null,
      userArn: null,
      userAgent: 'tester',
      user: null,
      apiKey: null,
      apiKeyId: null,
      clientCert: null,
    },
    domainName: `127.0.0.1:${served.port}`,
    deploymentId: 'local',
    apiId: expect.stringMatching(/^[a-z0-9]{10}$/),
  });
});

test('the event of a request without a query has null in its two fields for query parameters', async () => {
  const received = await served.raw(
    'GET /v1/strategies/x HTTP/1.1\r\nHost: api.example.test\r\nX-API-KEY: k\r\nx-lower: l\r\nConnection: close\r\n\r\n',
  );
  const { event } = echoed.parse(JSON.parse(received.slice(received.indexOf('\r\n\r\n'))));
  expect(event).toMatchObject({
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    headers: { 'X-API-KEY': 'k', 'x-lower': 'l' },
    requestContext: { domainName: 'api.example.test', domainPrefix: 'api' },
  });
  expect(event.headers).not.toHaveProperty('Connection');
});

describe('the body in a proxy event', () => {
  test.each([
    ['is text for a JSON request', 'application/json', '{"a":"é"}', '{"a":"é"}', false],
    [
      'is base64 for a binary media type',
      'image/png',
      'bytes',
      Buffer.from('bytes').toString('base64'),
      true,
    ],
    ['is null for a request without a body', 'application/json', '', null, false],
  ])('the body of the event %s', async (_, contentType, sent, body, isBase64Encoded) => {
    const options = { method: 'POST', body: sent, headers: { 'Content-Type': contentType } };
    const { event } = await echo('/v1/files', options);
    expect(event).toMatchObject({ body, isBase64Encoded, pathParameters: null });
  });
});

test('a caller cannot set its IP address in the event with X-Forwarded-For', async () => {
  const { event } = await echo('/v1/strategies/x', { headers: { 'X-Forwarded-For': '9.9.9.9' } });
  expect(event).toMatchObject({
    headers: { 'X-Forwarded-For': '9.9.9.9, 127.0.0.1' },
    requestContext: { identity: { sourceIp: '127.0.0.1' } },
  });
});

test('a function has only the environment variables of the template and of the Lambda runtime', async () => {
  const { environment, context } = await echo('/v1/strategies/x');
  expect(environment).toMatchObject({
    TABLE_NAME: 'table',
    SIZE: '3',
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: 'echo',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    DYNAMODB_ENDPOINT: 'http://127.0.0.1:1',
  });
  expect(environment).not.toHaveProperty('PATH');
  expect(context).toMatchObject({
    functionName: 'echo',
    functionVersion: '$LATEST',
    memoryLimitInMB: '256',
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('the field requestTime of an event has the format of AWS, in UTC', () => {
  expect(formatRequestTime(Date.parse('2015-04-09T12:34:56Z'))).toBe('09/Apr/2015:12:34:56 +0000');
});
