import { describe, expect, test } from 'vitest';
import { GatewayResponses } from '../../../infra/emulator/gateway/gateway-response.ts';

const nothing = () => undefined;
const known = (values: Record<string, string>) => (name: string) => values[name];

describe('gateway responses that the template does not define', () => {
  test.each([
    ['MISSING_AUTHENTICATION_TOKEN', 403, '{"message":"Missing Authentication Token"}'],
    ['UNAUTHORIZED', 401, '{"message":"Unauthorized"}'],
    ['THROTTLED', 429, '{"message":"Too Many Requests"}'],
    ['INVALID_API_KEY', 403, '{"message":"Forbidden"}'],
    ['REQUEST_TOO_LARGE', 413, '{"message":"HTTP content length exceeded 10485760 bytes."}'],
    ['INTEGRATION_TIMEOUT', 504, '{"message":"Endpoint request timed out"}'],
    ['BAD_GATEWAY', 502, '{"message":"Internal server error"}'],
  ] as const)('the gateway response %s equals the default of AWS', (type, statusCode, body) => {
    const rendered = new GatewayResponses([]).render(type, nothing);
    expect(rendered).toMatchObject({ statusCode, body });
    expect(rendered.headers).toContainEqual(['Content-Type', 'application/json']);
  });
});

test('a gateway response can use literals and context values in its headers and body', () => {
  const responses = new GatewayResponses([
    {
      responseType: 'THROTTLED',
      statusCode: 429,
      parameters: {
        'gatewayresponse.header.X-Limit': 'context.authorizer.limit',
        'gatewayresponse.header.Retry-After': "'1'",
        'gatewayresponse.header.X-Caller': 'method.request.header.X-Caller',
        'gatewayresponse.header.Content-Type': "'application/json; charset=utf-8'",
      },
      templates: {
        'text/plain': 'no',
        'application/json':
          '{"id":"$context.requestId","m":$context.error.messageString,"t":"$context.error.responseType"}',
      },
    },
  ]);
  const rendered = responses.render(
    'THROTTLED',
    known({ 'context.authorizer.limit': '60', 'context.requestId': 'r-1' }),
  );
  expect(rendered.body).toBe('{"id":"r-1","m":"Too Many Requests","t":"THROTTLED"}');
  const headers = rendered.headers.filter(([name]) => name !== 'x-amzn-ErrorType');
  // A header is left out if the value that it refers to is missing. A `Content-Type` in the parameters replaces the
  // content type of the body template.
  expect(headers).toEqual([
    ['X-Limit', '60'],
    ['Retry-After', '1'],
    ['Content-Type', 'application/json; charset=utf-8'],
  ]);
});

test('DEFAULT_4XX and DEFAULT_5XX replace every gateway response that the template does not define', () => {
  const responses = new GatewayResponses([
    { responseType: 'DEFAULT_4XX', statusCode: 400, parameters: {}, templates: { 'application/json': '4' } },
    { responseType: 'DEFAULT_5XX', parameters: {}, templates: { 'application/json': '5' } },
    { responseType: 'UNAUTHORIZED', statusCode: 401, parameters: {}, templates: {} },
  ]);
  expect(responses.render('REQUEST_TOO_LARGE', nothing)).toMatchObject({ statusCode: 400, body: '4' });
  expect(responses.render('BAD_GATEWAY', nothing)).toMatchObject({ statusCode: 502, body: '5' });
  expect(responses.render('UNAUTHORIZED', nothing)).toMatchObject({
    statusCode: 401,
    body: '{"message":"Unauthorized"}',
  });
});

test('a gateway response does not resolve a reference such as $context.requestId inside a request value', () => {
  const responses = new GatewayResponses([
    {
      responseType: 'UNAUTHORIZED',
      parameters: {},
      templates: { 'application/json': '$context.path $context.missing.' },
    },
  ]);
  const rendered = responses.render('UNAUTHORIZED', known({ 'context.path': '$context.requestId' }));
  expect(rendered.body).toBe('$context.requestId .');
});
