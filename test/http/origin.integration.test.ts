import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Route } from '../../shared/platform/contract/route.ts';
import { service } from '../../shared/service/contract/documentation.ts';
import { mcpRoute } from '../../shared/service/contract/mcp.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { at } from '../support/at.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { buildApiEvent, lambdaContext, loadHandler } from '../support/event.ts';
import { type LoadedHandlers, loadHandlers } from '../support/handlers.ts';

let table: EmbeddedTable;
let handlers: LoadedHandlers;
beforeAll(async () => {
  table = await startTable();
  vi.stubEnv('ORIGIN_SECRET', 'next');
  vi.stubEnv('ORIGIN_SECRET_PREVIOUS', 'former');
  handlers = await loadHandlers(table);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

/**
 * Sends a request directly to a function and returns the status and the error code. The response is not checked against
 * the contract, because the contract does not contain the error for a missing origin secret.
 */
async function ask(
  route: Route,
  { secret, key, method }: { secret?: string; key?: string; method?: string },
) {
  const handler = await loadHandler(route.id);
  const headers = {
    ...(secret !== undefined && { 'X-Origin-Secret': secret }),
    ...(key !== undefined && { 'X-API-KEY': key }),
  };
  const event = buildApiEvent(route, { headers });
  const { statusCode, body } = await handler(
    { ...event, ...(method && { httpMethod: method }) },
    lambdaContext(),
  );
  return { status: statusCode, code: at(JSON.parse(body), 'error', 'code') };
}

test.each<[string, Route]>([
  ['a route that requires a credential', strategies.list],
  ['a public route', service.health],
])(
  'in a stage with a domain, %s accepts only requests with the current or the former origin secret',
  async (_, route) => {
    const key = await handlers.createKeyWithScopes('strategies:read');
    for (const secret of ['next', 'former']) expect((await ask(route, { secret, key })).status).toBe(200);
    const refusal = { status: 403, code: 'forbidden' };
    expect(await ask(route, { secret: 'guessed', key })).toEqual(refusal);
    expect(await ask(route, { key })).toEqual(refusal);
  },
);

test('in a stage with a domain, the MCP server rejects every method without the origin secret', async () => {
  for (const method of ['POST', 'GET', 'DELETE']) {
    expect((await ask(mcpRoute, { method })).status, method).toBe(403);
  }
  // With the secret, the credential is checked next.
  expect((await ask(mcpRoute, { method: 'GET', secret: 'next' })).status).toBe(401);
});
