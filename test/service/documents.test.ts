import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_LIMITS } from '../../shared/platform/contract/plans.ts';
import { service } from '../../shared/service/contract/documentation.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { handlersOn, type LoadedHandlers } from '../support/handlers.ts';

let table: EmbeddedTable;
let handlers: LoadedHandlers;
beforeAll(async () => {
  table = await startTable();
  handlers = await handlersOn(table);
});
afterAll(() => table.stop());

describe.each([service.openapi, service.docs])('$path', (route) => {
  test('is for everybody, the same each time, and limited per source', async () => {
    const [first, second] = [await handlers.send(route, {}, null), await handlers.send(route, {}, null)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(first.headers['x-ratelimit-limit']).toBe(String(PUBLIC_LIMITS.requestsPerMinute));
    expect(route.response.safeParse(first.body).error).toBeUndefined();
  });

  test('takes no parameter', async () => {
    const { status, body } = await handlers.send(route, { query: { format: 'yaml' } }, null);
    expect([status, body.error.details.issues[0].path]).toEqual([400, 'query.format']);
  });
});

test('the description is JSON without the envelope, for pages of any origin', async () => {
  const { headers, body } = await handlers.send(service.openapi, {}, null);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
  });
  expect(Object.keys(body.paths)).toEqual([...new Set(ROUTES.map(({ path }) => path))]);
});

test('the page is HTML that may load and run nothing', async () => {
  const { headers, body } = await handlers.send(service.docs, {}, null);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
  for (const { id } of ROUTES) expect(body).toContain(`id="${id}"`);
});
