import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buildCredentialText } from '../../shared/access/domain/credential.ts';
import { maxItemsOf } from '../../shared/http/array-lengths.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { ApiError, invalidRequestError } from '../../shared/platform/contract/errors.ts';
import { pageParams } from '../../shared/platform/contract/query.ts';
import { defineRoute, type Route } from '../../shared/platform/contract/route.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { Answer } from '../support/answer.ts';
import { anyRequest, createPublicMiddlewares, MARKER_TEXT } from '../support/bad-requests.ts';
import { anyCharacter } from '../support/characters.ts';
import { buildApiEvent, type EventOptions, lambdaContext } from '../support/event.ts';

/** Largest response to an invalid request, in bytes. */
const ANSWER_MAX_BYTES = 4_096;
/** Largest log line, in bytes. */
const LINE_MAX_BYTES = 2_000;

const write = defineRoute({
  id: 'test.write',
  method: 'POST',
  path: '/things/{id}',
  summary: 'Write',
  access: 'public',
  table: 'none',
  params: z.strictObject({ id: z.string().check(z.maxLength(8, 'must be at most 8 characters')) }),
  query: z.strictObject({ ...pageParams }),
  body: z.strictObject({
    name: z.string(),
    tags: z.optional(z.array(z.enum(['a', 'b'])).check(z.maxLength(5))),
  }),
  response: z.unknown(),
  status: 201,
  paginated: false,
  idempotent: true,
  errors: [],
});

/** Returns the response to a request, and the log lines about it. */
async function send(
  declared: Route,
  options: EventOptions,
  run: () => { data: unknown } = () => ({ data: 1 }),
) {
  // The handler creates nothing, so the response has no Location header.
  const { location: _, ...route } = declared;
  const lines: string[] = [];
  const handler = endpoint({ ...route, access: 'public' }, run, createPublicMiddlewares(lines));
  const { statusCode, body } = await handler(buildApiEvent(route, options), lambdaContext());
  const answer = new Answer({ status: statusCode, headers: new Headers(), text: body });
  return { answer, lines };
}

const buildFields = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${MARKER_TEXT}${i}`, value]));

/** An access log line of a rejected request has the number of issues. */
const rejectionLogSchema = z.looseObject({ issues: z.number() });

const OVERSIZED_REQUESTS: Readonly<Record<string, EventOptions>> = {
  '2,000 unknown fields': { body: { name: 'a', ...buildFields(2_000, 1) } },
  'a field with a very long name': { body: { name: 'a', [MARKER_TEXT.repeat(3_000)]: 1 } },
  'a field name of control characters': {
    body: { name: 'a', [`${MARKER_TEXT}${'\u0001'.repeat(10_000)}`]: 1 },
  },
  'a field name of lone surrogates': { body: `{"name":"a","${MARKER_TEXT}${'\\ud800'.repeat(9_000)}":1}` },
  'wrong elements': { body: { name: 'a', tags: Array(8_000).fill(MARKER_TEXT.slice(0, 4)) } },
  'inexact numbers': { body: `{"name":"a","${MARKER_TEXT}":[${Array(9_000).fill('1e1').join(',')}]}` },
  'a deeply nested inexact number': { body: `${'{"a":'.repeat(3_000)}1e1${'}'.repeat(3_000)}` },
  '300 unknown query parameters': {
    body: { name: 'a' },
    query: Object.fromEntries(Object.keys(buildFields(300, 1)).map((key) => [key, MARKER_TEXT])),
  },
  'a query parameter that is repeated 500 times': {
    body: { name: 'a' },
    query: { page: Array<string>(500).fill(MARKER_TEXT) },
  },
  'a long idempotency key': { body: { name: 'a' }, headers: { 'Idempotency-Key': MARKER_TEXT.repeat(500) } },
  'a body that is not JSON': { body: MARKER_TEXT.repeat(3_000) },
  'an unsupported content type': { body: MARKER_TEXT, headers: { 'Content-Type': MARKER_TEXT.repeat(500) } },
  'a long path': { params: { id: MARKER_TEXT.repeat(400) }, body: { name: 'a' } },
};

describe.each(Object.entries(OVERSIZED_REQUESTS))('an invalid request with %s', (_, flood) => {
  const options = { params: { id: '1' }, ...flood };

  test('the response has less than 4 kB, and the log line contains no values of the request', async () => {
    const { answer, lines } = await send(write, options);
    expect(answer.status).toBe(400);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(ANSWER_MAX_BYTES);
    expect(answer.issues.length).toBeLessThanOrEqual(21);
    expect(lines).toHaveLength(1);
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_MAX_BYTES);
      expect(line).not.toContain(MARKER_TEXT);
      const { issues, ...logged } = rejectionLogSchema.parse(JSON.parse(line));
      expect(logged).toMatchObject({ route: 'test.write', status: 400, code: 'invalid_request' });
      expect(issues).toBeGreaterThan(0);
    }
  });
});

test('a response names the first twenty issues of a request and counts the others', async () => {
  const { answer } = await send(write, { params: { id: '1' }, body: { name: 'a', ...buildFields(30, 1) } });
  const { issues } = answer;
  expect(issues).toHaveLength(21);
  expect(issues.at(-1)).toEqual({ path: 'request', message: 'and 10 more' });
});

test('the error response has less than 4 kB, whatever rules the request breaks', () => {
  const issue = fc.record({
    path: fc.string({ unit: anyCharacter, maxLength: 300 }),
    message: fc.string({ maxLength: 300 }),
  });
  fc.assert(
    fc.property(fc.array(issue, { minLength: 1, maxLength: 30 }), (issues) => {
      const { message, details } = invalidRequestError(issues);
      expect(Buffer.byteLength(JSON.stringify({ message, details }))).toBeLessThan(ANSWER_MAX_BYTES - 200);
    }),
    { numRuns: 30 },
  );
});

test('an array that is too long is rejected with one issue about its length and none about its elements', async () => {
  const body = { name: 'a', tags: Array(8_000).fill(1) };
  const { answer } = await send(write, { params: { id: '1' }, body });
  expect(answer.issues).toEqual([{ path: 'body.tags', message: 'must have at most 5 items' }]);
});

describe('requests and responses of every route', () => {
  test('every array in a request body has a maximum length', () => {
    const arrays = ROUTES.flatMap(({ id, body }) =>
      Object.entries(body?.shape ?? {})
        .filter(
          ([, field]) => z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }).type === 'array',
        )
        .map(([name, field]) => ({ field: `${id} ${name}`, max: maxItemsOf(field) })),
    );
    expect(arrays.length).toBeGreaterThan(0);
    expect(arrays.filter(({ max }) => max === undefined)).toEqual([]);
  });

  const junk = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`${MARKER_TEXT}${index}`, MARKER_TEXT]),
  );
  const secret = buildCredentialText('api_key', 'live', new Uint8Array(32).fill(9));

  test.each(ROUTES.map((route) => [route.id, route] as const))(
    'the route %s rejects a request full of long invalid values in less than 4 kB',
    async (_, route) => {
      const params = Object.fromEntries(
        Object.keys(route.params?.shape ?? {}).map((name) => [name, MARKER_TEXT.repeat(200)]),
      );
      const { answer } = await send(route, {
        params,
        query: junk,
        body: { ...junk, scopes: Array<string>(500).fill(MARKER_TEXT) },
      });
      expect(answer.status).toBe(400);
      expect(Buffer.byteLength(answer.text)).toBeLessThan(ANSWER_MAX_BYTES);
    },
  );

  // Number of requests for each route: one in `npm test`. The long tests set a higher number in `BAD_REQUESTS`.
  const numRuns = Number(process.env.BAD_REQUESTS ?? '1');
  test.each(ROUTES.map((route) => [route.id, route] as const))(
    'the route %s answers any invalid request in less than 4 kB',
    async (_, route) => {
      await fc.assert(
        fc.asyncProperty(anyRequest(route), async (options) => {
          const { answer, lines } = await send(route, options);
          // A valid request reaches the handler, which does nothing here.
          if (answer.status < 400) return;
          expect(answer.status).toBe(400);
          expect(Buffer.byteLength(answer.text)).toBeLessThan(ANSWER_MAX_BYTES);
          for (const line of lines) {
            expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_MAX_BYTES);
            expect(line).not.toContain(MARKER_TEXT);
          }
        }),
        { numRuns, seed: 1 },
      );
    },
  );

  test('the log of a failed request never shows a credential that is part of the error', async () => {
    const failures = [
      new Error(`cannot read ${secret}`, { cause: new Error(secret) }),
      new Error(JSON.stringify({ nested: [secret] })),
      `${secret} thrown as text`,
      new ApiError('internal_error', { cause: new Error(`${secret} ${'x'.repeat(3_000)} ${secret}`) }),
    ];
    for (const failure of failures) {
      const { answer, lines } = await send(write, { params: { id: '1' }, body: { name: 'a' } }, () => {
        throw failure;
      });
      expect([answer.status, lines.length]).toEqual([500, 1]);
      for (const line of lines) {
        expect(line).not.toContain(secret.slice(0, 20));
        expect(line).toContain('[redacted]');
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_MAX_BYTES);
      }
    }
  });
});
