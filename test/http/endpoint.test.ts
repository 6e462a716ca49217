import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { rateLimitRejectionOf } from '../../shared/access/domain/limiter.ts';
import { bucketOf } from '../../shared/access/domain/rate-limit.ts';
import { createMiddlewares, endpoint } from '../../shared/http/endpoint.ts';
import type { Middleware } from '../../shared/http/middleware.ts';
import { RateLimitError } from '../../shared/http/rate-limit-error.ts';
import { setRateLimitHeaders } from '../../shared/http/rate-limit-headers.ts';
import { ERROR_CODES } from '../../shared/platform/contract/error-responses.ts';
import { ApiError, ERRORS } from '../../shared/platform/contract/errors.ts';
import { listParam, pageParams, textParam } from '../../shared/platform/contract/query.ts';
import { defineRoute } from '../../shared/platform/contract/route.ts';
import { answerOf, buildApiEvent, call, lambdaContext } from '../support/event.ts';

const read = defineRoute({
  id: 'test.read',
  method: 'GET',
  path: '/things/{id}',
  summary: 'Read',
  access: 'public',
  table: 'none',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ color: z.optional(z.enum(['red', 'blue'])), ...pageParams }),
  status: 200,
  paginated: false,
  errors: ERROR_CODES,
  fieldErrors: { 'query.color': 'invalid_risk_level' },
});

const write = defineRoute({
  id: 'test.write',
  method: 'POST',
  path: '/things',
  summary: 'Write',
  access: 'public',
  table: 'none',
  body: z.strictObject({ name: z.string(), size: z.optional(z.number()) }),
  status: 201,
  paginated: false,
  idempotent: true,
  errors: [],
});

/** The middleware chain without the step that needs a table. */
const chain = createMiddlewares().filter(({ name }) => name !== 'authenticate');
const echoReadHandler = endpoint(read, (input) => ({ data: input }), chain);
const echoWriteHandler = endpoint(
  write,
  ({ body }, { idempotencyKey }) => ({ data: { body, idempotencyKey } }),
  chain,
);
const failing = (error: unknown) =>
  endpoint(
    read,
    () => {
      throw error;
    },
    chain,
  );

test('a rate limit error of the handler has the headers of the limit that was exceeded', async () => {
  const passed: Middleware = {
    before: ({ internal }) =>
      setRateLimitHeaders(internal.headers, { limit: 60, burst: 100, remaining: 59, reset: 5 }, 0),
  };
  const limited = { bucket: bucketOf({ requestsPerMinute: 6, burst: 3 }), fullAtMicros: 40_000_000 };
  const handler = endpoint(read, () => {
    throw new RateLimitError(rateLimitRejectionOf(limited, 10_000_000));
  }, [...chain, passed]);
  const { status, headers, error } = await call(handler, read, { params: { id: '1' } });
  expect([status, error.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(error.details).toMatchObject({ retry_after_seconds: 10 });
  expect(Object.fromEntries(headers)).toMatchObject({
    'retry-after': '10',
    'x-ratelimit-limit': '6',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '40',
    'ratelimit-policy': '"requests";q=6;w=60, "burst";q=3;w=30',
  });
});

test.each([
  ['user_id', 'userId'],
  ['userId', 'user_id'],
] as const)('a filter with the name %s is accepted on a route that declares %s', async (given, own) => {
  const route = defineRoute({
    ...read,
    params: z.strictObject({}),
    query: z.strictObject({ [own]: z.string() }),
  });
  const echo = endpoint(route, ({ query }) => ({ data: query }), chain);
  const { data } = await call(echo, route, { query: { [given]: 'alice' } });
  expect(data).toEqual({ [own]: 'alice' });
  const { status } = await call(echo, route, { query: { [given]: 'alice', [own]: 'bob' } });
  expect(status).toBe(400);
});

describe('the order of the middleware chain', () => {
  test('the middlewares of an endpoint run in a fixed order', () => {
    expect(createMiddlewares().map(({ name }) => name)).toEqual([
      'access-log',
      'response-headers',
      'http-error-handler',
      'error-envelope',
      'http-header-normalizer',
      'authenticate',
      'exact-numbers',
      'http-json-body-parser',
      'validate',
    ]);
  });

  test('the hooks "after" and "onError" run in the reverse order of the hooks "before"', async () => {
    const seen: string[] = [];
    const spy = (name: string): Middleware => ({
      name,
      before: () => void seen.push(`before ${name}`),
      after: () => void seen.push(`after ${name}`),
      onError: () => void seen.push(`onError ${name}`),
    });
    await call(
      endpoint(read, () => ({ data: 1 }), [spy('a'), ...chain, spy('b')]),
      read,
      { params: { id: '1' } },
    );
    expect(seen).toEqual(['before a', 'before b', 'after b', 'after a']);
    seen.length = 0;
    const fails = endpoint(read, () => {
      throw new ApiError('not_found');
    }, [spy('a'), ...chain, spy('b')]);
    await call(fails, read, { params: { id: '1' } });
    expect(seen).toEqual(['before a', 'before b', 'onError b', 'onError a']);
  });
});

describe('a response of an endpoint', () => {
  test('a success response has the envelope, the JSON content type and the request id', async () => {
    const answer = await call(echoReadHandler, read, { params: { id: '7' }, requestId: 'abc' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: { params: { id: '7' }, query: { page: 1, per_page: 10 } },
      meta: {},
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-request-id': 'abc',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  test('a success response has the header Idempotent-Replayed only if the response repeats an earlier answer', async () => {
    const replaying = endpoint(write, () => ({ data: 1, status: 201, replayed: true }), chain);
    const replayed = await call(replaying, write, { body: { name: 'a' } });
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    const first = await call(echoWriteHandler, write, { body: { name: 'a' } });
    expect(first.headers.has('idempotent-replayed')).toBe(false);
  });

  test('an error response has the replay header only when it repeats the first answer to an idempotent request', async () => {
    const refusing = (replayed: boolean) =>
      call(failing(new ApiError('insufficient_balance', { replayed })), read, { params: { id: '1' } });
    expect((await refusing(true)).headers.get('idempotent-replayed')).toBe('true');
    expect((await refusing(false)).headers.has('idempotent-replayed')).toBe(false);
  });

  test('a success response has the status code that its route declares, such as 201', async () => {
    expect((await call(echoWriteHandler, write, { body: { name: 'a' } })).status).toBe(201);
  });
});

describe('an error in a handler', () => {
  test.each(ERROR_CODES)(
    'when a handler throws %s, the response has the status of this error code and the error envelope',
    async (code) => {
      const answer = await call(failing(new ApiError(code)), read, { params: { id: '1' } });
      expect(answer.status).toBe(ERRORS[code].status);
      const details = { request_id: 'request-1' };
      expect(answer.body).toEqual({
        success: false,
        error: { code, message: ERRORS[code].message, details },
      });
      expect(answer.headers.get('x-request-id')).toBe('request-1');
    },
  );

  test.each([new Error('secret of the database'), 'a thrown string', undefined, null, { toString: 'no' }])(
    'the response to an unexpected failure (%s) has the code internal_error and does not contain the text of the failure',
    async (thrown) => {
      const answer = await call(failing(thrown), read, { params: { id: '1' } });
      expect(answer.status).toBe(500);
      expect(answer.error).toEqual({
        code: 'internal_error',
        message: ERRORS.internal_error.message,
        details: { request_id: 'request-1' },
      });
    },
  );
});

describe('the validation of a request', () => {
  const issues = async (options: Parameters<typeof call>[2]) => {
    const { status, body, issues } = await call(echoReadHandler, read, { params: { id: '1' }, ...options });
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false } });
    return issues;
  };

  test('the error about an unknown query parameter names this parameter and the known ones', async () => {
    expect(await issues({ query: { colour: 'red' } })).toEqual([
      {
        path: 'query.colour',
        message: 'is not a parameter of this endpoint (known: color, page, per_page)',
      },
    ]);
  });

  test('a repeated query parameter is rejected, because one of its values would be ignored', async () => {
    expect(await issues({ query: { page: ['1', '2'] } })).toEqual([
      { path: 'query.page', message: 'must be sent only once' },
    ]);
  });

  test('a list parameter is accepted as one value with commas, as repeated values, or as a mixture of both', async () => {
    const route = defineRoute({ ...read, query: z.strictObject({ ids: listParam(textParam(8), 3) }) });
    const handler = endpoint(route, ({ query }) => ({ data: query.ids }), chain);
    const ask = (ids: string | string[]) => call(handler, route, { params: { id: '1' }, query: { ids } });
    for (const ids of ['a,b,c', ['a', 'b', 'c'], ['a,b', 'c']]) {
      expect((await ask(ids)).data).toEqual(['a', 'b', 'c']);
    }
    expect((await ask(['a', 'a', 'b'])).data).toEqual(['a', 'b']);
    // Repeated values count towards the maximum number of values, because `maxItems` in the OpenAPI document also
    // counts them.
    expect((await ask(['a', 'a', 'b,c'])).status).toBe(400);
    expect((await ask(['a', 'b', 'c', 'd'])).issues).toEqual([
      { path: 'query.ids', message: 'must be 1 to 3 values separated by commas' },
    ]);
  });

  test('all broken rules of a request are reported in one response', async () => {
    const found = await issues({ query: { page: '0', per_page: '101', x: '' } });
    expect(found.map(({ path }) => path)).toEqual(['query.page', 'query.per_page', 'query.x']);
  });

  test('an invalid field that has its own error code is answered with this code, not with invalid_request', async () => {
    const { error } = await call(echoReadHandler, read, {
      params: { id: '1' },
      query: { color: 'green', page: '0' },
    });
    expect(error.code).toBe('invalid_risk_level');
  });

  test('a missing required field is rejected', async () => {
    const { error } = await call(echoWriteHandler, write, { body: {} });
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'body.name', message: 'is required' }] },
    });
  });

  test('an unknown body field is rejected', async () => {
    const { issues } = await call(echoWriteHandler, write, { body: { name: 'a', role: 'admin', rank: 1 } });
    expect(issues).toEqual([
      { path: 'body.role', message: 'is not a field of this endpoint (known: name, size)' },
      { path: 'body.rank', message: 'is not a field of this endpoint' },
    ]);
  });

  test.each(['{"name":"a","__proto__":{"x":1}}', '{"name":"a","size":{"constructor":{"prototype":1}}}'])(
    'a field name that reaches an object prototype is rejected: %s',
    async (text) => {
      const { status, issues } = await call(echoWriteHandler, write, { body: text });
      expect([status, issues[0]?.message]).toEqual([
        400,
        'is a reserved name; send only fields that the API reference lists',
      ]);
    },
  );

  test('a request with a repeated long field name is answered in less than 4 kB', async () => {
    const name = 'x'.repeat(30_000);
    const answer = await call(echoWriteHandler, write, { body: `{"${name}":1,"${name}":2}` });
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(4_096);
  });

  test('a number that a double cannot represent is reported with the full path of its field', async () => {
    const text = '{"name":"a","legs":[{"amount":1},{"amount":1e3,"fee":{"rate":0.1234567890123456}}]}';
    const { issues } = await call(echoWriteHandler, write, { body: text });
    expect(issues.map(({ path }) => path)).toEqual(['body.legs.1.amount', 'body.legs.1.fee.rate']);
  });

  test.each([
    ['a missing body', undefined, {}, 'body'],
    ['an empty body', '', {}, 'body'],
    ['malformed JSON', '{"name":', {}, 'body'],
    ['JSON nested deeper than can be read', '['.repeat(30_000) + ']'.repeat(30_000), {}, 'body'],
    ['objects nested 33 levels deep', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, {}, 'body'],
    ['a body without a content type', '{"name":"a"}', { 'Content-Type': '' }, 'headers.Content-Type'],
    [
      'a body of another type',
      'name=a',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      'headers.Content-Type',
    ],
    ['too large a body', JSON.stringify({ name: 'x'.repeat(64 * 1024) }), {}, 'body'],
    ['a body that is not an object', '[1]', {}, 'body'],
    ['a number of 16 digits', '{"name":"a","size":1234567890.123456}', {}, 'body.size'],
    ['a repeated name', '{"name":"a","name":"b"}', {}, 'body.name'],
    ['a repeated name with another escape sequence', '{"name":"a","n\\u0061me":"b"}', {}, 'body.name'],
    ['a repeated name in a nested object', '{"name":"a","x":[{},{"y":{"z":1,"z":2}}]}', {}, 'body.x.1.y.z'],
    ['a number with an exponent', '{"name":"a","size":1e3}', {}, 'body.size'],
    ['a number of 65 characters', `{"name":"a","size":0.${'0'.repeat(62)}1}`, {}, 'body.size'],
    ['a number that a double rounds to 0', `{"name":"a","size":-0.${'0'.repeat(59_000)}1}`, {}, 'body.size'],
  ])('%s is rejected with 400', async (_, body, headers, path) => {
    const answer = await call(echoWriteHandler, write, { body, headers });
    expect(answer.status).toBe(400);
    expect(answer.error.code).toBe('invalid_request');
    expect(answer.issues[0]?.path).toBe(path);
  });

  test.each(['1234567890.12345', '0.000000000000001', '-5', '100000000000000', `0.${'0'.repeat(61)}1`])(
    'the JSON number %s with at most 15 significant digits is accepted',
    async (size) => {
      const answer = await call(echoWriteHandler, write, { body: `{"name":"a","size":${size}}` });
      expect(answer.status).toBe(201);
    },
  );

  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/json ;a=b',
    'application/x+json',
  ])('a body with the content type %s is accepted', async (type) => {
    const headers = { 'Content-Type': type };
    expect((await call(echoWriteHandler, write, { body: { name: 'a' }, headers })).status).toBe(201);
  });

  test('a body may be left out when all its fields are optional', async () => {
    const route = defineRoute({ ...write, body: z.strictObject({ name: z.optional(z.string()) }) });
    const handler = endpoint(route, ({ body }) => ({ data: body }), chain);
    expect((await call(handler, route)).data).toEqual({});
    expect((await call(handler, route, { body: 'null' })).status).toBe(400);
  });

  test('an Idempotency-Key of at most 255 characters is passed to the handler', async () => {
    const key = 'k'.repeat(255);
    const answer = await call(echoWriteHandler, write, {
      body: { name: 'a' },
      headers: { 'idempotency-key': key },
    });
    expect(answer.data).toMatchObject({ idempotencyKey: key });
    const refused = await call(echoWriteHandler, write, {
      body: { name: 'a' },
      headers: { 'Idempotency-Key': `${key}k` },
    });
    expect(refused.status).toBe(400);
    expect(refused.issues[0]?.path).toBe('headers.Idempotency-Key');
  });

  test('two Idempotency-Key headers are rejected, because one would be ignored', async () => {
    const event = buildApiEvent(write, { body: { name: 'a' }, headers: { 'Idempotency-Key': 'two' } });
    const eventWithRepeatedHeader = { ...event, multiValueHeaders: { 'Idempotency-Key': ['one', 'two'] } };
    const { statusCode, body } = await echoWriteHandler(eventWithRepeatedHeader, lambdaContext());
    expect(statusCode).toBe(400);
    expect(body).toContain('must be sent only once');
  });
});

test('a request whose handler runs out of time is answered with 500 before Lambda stops the function', async () => {
  const endless = endpoint(read, () => new Promise<never>(() => {}), chain);
  const event = buildApiEvent(read, { params: { id: '1' } });
  const answer = answerOf(read, await endless(event, lambdaContext(500)));
  expect(answer.status).toBe(500);
  expect(answer.body).toMatchObject({ success: false, error: { code: 'internal_error' } });
});

test.each([
  [60, 60],
  [60.999, 60],
  [59.5, 60],
  [12.2, 14],
  [-3, 0],
])('if a bucket is full in %d seconds, RateLimit has t=%d (rounded up, at most 60)', (fullIn, expected) => {
  const nowMs = 1_700_000_000_999;
  const headers: Record<string, string> = {};
  const reset = Math.ceil(nowMs / 1_000 + fullIn);
  setRateLimitHeaders(headers, { limit: 60, burst: 100, remaining: 0, reset }, nowMs);
  expect(headers.RateLimit).toBe(`"requests";r=0;t=${expected}`);
});
