import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ANONYMOUS_REQUEST_LIMITS } from '../../shared/platform/contract/plans.ts';
import { CURRENT_VERSION } from '../../shared/platform/contract/versions/version-table.ts';
import { isServedIn } from '../../shared/platform/contract/versions/versions.ts';
import { service } from '../../shared/service/contract/documentation.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { type LoadedHandlers, loadHandlers } from '../support/handlers.ts';

let table: EmbeddedTable;
let handlers: LoadedHandlers;
beforeAll(async () => {
  table = await startTable();
  handlers = await loadHandlers(table);
});
afterAll(() => table.stop());

describe.each([service.openapi, service.docs])('the public document $path', (route) => {
  test('the document can be read without a credential, at a rate limit per IP address', async () => {
    const [first, second] = [await handlers.send(route, {}, null), await handlers.send(route, {}, null)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect(first.headers.get('x-ratelimit-limit')).toBe(String(ANONYMOUS_REQUEST_LIMITS.requestsPerMinute));
    expect(route.response.safeParse(first.body ?? first.text).error).toBeUndefined();
  });

  test('a request for the document with a query parameter is rejected', async () => {
    const { status, issues } = await handlers.send(route, { query: { format: 'yaml' } }, null);
    expect([status, issues[0]?.path]).toEqual([400, 'query.format']);
  });
});

test('the OpenAPI document is JSON without the response envelope', async () => {
  const { headers, body } = await handlers.send(service.openapi, {}, null);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
  });
  const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(body);
  expect(Object.keys(paths)).toEqual([...new Set(ROUTES.map(({ path }) => path))]);
});

test('the HTML page of the API reference names every operation', async () => {
  const { headers, text } = await handlers.send(service.docs, {}, null);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
  for (const { id } of ROUTES.filter((route) => isServedIn(route, CURRENT_VERSION)))
    expect(text).toContain(`id="${id}"`);
});
