import httpCors from '@middy/http-cors';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createMiddlewares, endpoint } from '../../shared/http/endpoint.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { defineRoute } from '../../shared/platform/contract/route.ts';
import type { Reply } from '../../shared/platform/request.ts';
import { call } from '../support/event.ts';

const route = defineRoute({
  id: 'test.read',
  method: 'GET',
  path: '/things',
  summary: 'Read',
  access: 'public',
  table: 'none',
  response: z.unknown(),
  status: 201,
  paginated: false,
  errors: [],
});

const ORIGIN = 'https://dashboard.example';
// The third-party middleware keeps the CORS headers that the service has set, and adds only the missing headers.
const cors = httpCors({ origins: [ORIGIN, 'https://other.example'], headers: 'X-Test' });
const known = createMiddlewares().filter(({ name }) => name !== 'authenticate');
const chain = [cors, ...known];
/**
 * Positions of the third-party middleware among the service's middlewares: before each of them, and after the last one.
 */
const places = [
  ...known.map(({ name }, at) => ({ place: `before ${name}`, at })),
  { place: 'last', at: known.length },
];

const ask = (run: () => Reply, around = chain) =>
  call(endpoint(route, run, around), route, { headers: { Origin: ORIGIN } });

const allowed = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'X-Test',
  'x-request-id': 'request-1',
};

test.each(places)(
  'a third-party Middy middleware works at this place in the sequence of middlewares: $place',
  async ({ at }) => {
    const { status, body, headers } = await ask(
      () => ({ data: 1, status: 201 }),
      known.toSpliced(at, 0, cors),
    );
    expect([status, body]).toEqual([201, { success: true, data: 1, meta: {} }]);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...allowed,
      'content-type': 'application/json; charset=utf-8',
    });
  },
);

test('a third-party CORS middleware before the error handler also adds its headers to error responses', async () => {
  for (const [error, expected] of [
    [new ApiError('not_found'), 404],
    [new Error('inner'), 500],
  ] as const) {
    const { status, headers } = await ask(() => {
      throw error;
    });
    expect(status).toBe(expected);
    expect(Object.fromEntries(headers)).toMatchObject(allowed);
  }
});

test('an error that a third-party middleware throws is answered without the text of the error', async () => {
  const refuses = {
    before: () => {
      throw Object.assign(new Error('inner text'), { statusCode: 413, expose: true });
    },
  };
  const { status, body, error } = await call(
    endpoint(route, () => ({ data: 1 }), [...chain, refuses]),
    route,
  );
  expect([status, error.code]).toEqual([500, 'internal_error']);
  expect(JSON.stringify(body)).not.toContain('inner');
});

test('a route without its validation or authentication middleware answers every request with 500', async () => {
  const without = (name: string) => createMiddlewares().filter((each) => each.name !== name);
  const read = endpoint(
    route,
    () => ({ data: 1 }),
    without('validate').filter(({ name }) => name !== 'authenticate'),
  );
  expect((await call(read, route)).status).toBe(500);
  const guarded = { ...route, access: 'account:read' } as const;
  expect(
    (
      await call(
        endpoint(guarded, () => ({ data: 1 }), without('authenticate')),
        guarded,
      )
    ).status,
  ).toBe(500);
});
