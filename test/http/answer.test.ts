import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { documentRoute } from '../../shared/platform/contract/documented-route.ts';
import { defineRoute } from '../../shared/platform/contract/route.ts';
import { RouteAnswer } from '../support/answer.ts';

const route = documentRoute(
  defineRoute({
    id: 'test.read',
    method: 'GET',
    path: '/thing',
    summary: 'Read',
    access: 'public',
    table: 'none',
    status: 200,
    paginated: false,
    errors: ['strategy_not_found'],
  }),
  { fields: {}, response: z.strictObject({ size: z.number() }), meta: { age: z.number() } },
);

const answered = (status: number, body: unknown) =>
  new RouteAnswer(route, { status, headers: new Headers(), text: JSON.stringify(body) });
const success = (data: unknown, meta: unknown = { age: 1 }) => answered(200, { success: true, data, meta });
const refusal = (status: number, code: string) =>
  answered(status, { success: false, error: { code, message: 'No.' } });

describe('the helper that checks the responses in other tests', () => {
  test('the helper returns the data and meta of a success response that matches the schema of its route', () => {
    const { data, meta } = success({ size: 2 });
    expect([data.size, meta.age]).toEqual([2, 1]);
  });

  test.each([
    ['a field has another type than its schema', { size: '2' }, { age: 1 }],
    ['a field of the data is not declared', { size: 2, colour: 'red' }, { age: 1 }],
    ['a declared field is missing in meta', { size: 2 }, {}],
  ])('the helper fails the test if %s', (_, data, meta) => {
    expect(() => success(data, meta)).toThrow('test.read');
  });

  test('the helper accepts an error code only if the route declares it or every route may return it', () => {
    expect(refusal(404, 'strategy_not_found').error.code).toBe('strategy_not_found');
    expect(refusal(429, 'rate_limit_exceeded').error.code).toBe('rate_limit_exceeded');
    expect(() => refusal(404, 'alert_not_found')).toThrow('does not declare 404 alert_not_found');
    expect(() => refusal(400, 'strategy_not_found')).toThrow('does not declare 400 strategy_not_found');
    expect(() => answered(201, { success: true, data: { size: 2 }, meta: { age: 1 } })).toThrow('201');
  });

  test('if a test reads data from an error response or an error from a success response, the helper throws an error', () => {
    expect(() => refusal(404, 'strategy_not_found').data).toThrow('No success: 404');
    expect(() => success({ size: 2 }).error).toThrow('Not a refusal: 200');
  });
});
