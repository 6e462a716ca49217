import { request } from 'node:http';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { user } from '../../../shared/accounts/contract/documentation.ts';
import { REQUEST_ID_HEADER } from '../../../shared/platform/contract/headers.ts';
import { ANONYMOUS_REQUEST_LIMITS } from '../../../shared/platform/contract/plans.ts';
import { READ_SCOPES } from '../../../shared/platform/contract/scopes.ts';
import { createAccountsContext, makeKey, makeUser } from '../../support/accounts.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';

const failed = z.object({ error: z.object({ code: z.union([z.string(), z.number()]) }) });
const codeOf = async (answer: Response) => failed.parse(await answer.json()).error.code;

/** Registers tests of single MCP messages, with and without a credential. */
export function registerMessageRules(given: () => E2eStack): void {
  const message = (method: string, params = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
  const send = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(new URL('/mcp', given().baseUrl), {
      method,
      headers: {
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
        ...headers,
      },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });

  test('the MCP server returns 403 for every Origin that the stage does not allow', async () => {
    const { baseUrl, keys } = given();
    const headers = { 'X-API-KEY': keys.enterprise };
    const list = message('tools/list');
    const foreign = await send(list, { ...headers, Origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
    expect(await foreign.json()).toMatchObject({ success: false, error: { code: 'forbidden' } });
    expect((await send(list, { ...headers, Origin: 'null' })).status).toBe(403);
    expect((await send(list, { ...headers, Origin: '*' })).status).toBe(403);
    expect((await send(list, { ...headers, Origin: new URL(baseUrl).origin })).status).toBe(403);
    expect((await send(list, headers)).status).toBe(200);
  });

  test('every MCP message counts as one request, even an invalid message or a notification', async () => {
    const accounts = createAccountsContext(given().table);
    const limits = { requestsPerMinute: 6, burst: 6 };
    const { id } = await makeUser(accounts, { plan: 'enterprise', limits });
    const { text: key } = await makeKey(accounts, id, { scopes: READ_SCOPES });
    const messages = [
      message('tools/call', { name: 'market_summary', arguments: {} }),
      message('tools/call', { name: 'no_such_tool' }),
      message('tools/list'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      message('tools/call', { name: 'deposit', arguments: {} }),
    ];
    const seen: [number, string | null][] = [];
    for (const each of messages) {
      const answer = await send(each, { 'X-API-KEY': key });
      seen.push([answer.status, answer.headers.get('X-RateLimit-Remaining')]);
      expect(answer.headers.get(REQUEST_ID_HEADER)).toMatch(/^[\w-]+$/);
    }
    expect(seen).toEqual([
      [200, '5'],
      [200, '4'],
      [200, '3'],
      [202, '2'],
      [200, '1'],
    ]);
  });

  test('an MCP client without a credential has the rate limit of anonymous callers', async () => {
    // The requests have their own IP address, so that other requests do not use up its rate limit.
    const status = (body: unknown) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'Content-Type': 'application/json' };
        const options = { method: 'POST', headers, localAddress: '127.0.0.9' };
        const sent = request(new URL('/mcp', given().baseUrl), options, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode));
        });
        sent.on('error', reject).end(JSON.stringify(body));
      });
    const call = message('tools/call', { name: 'no_such_tool' });
    const statuses = await Promise.all(Array.from({ length: 120 }, () => status(call)));
    const refused = statuses.filter((each) => each === 401).length;
    expect(refused).toBeGreaterThanOrEqual(ANONYMOUS_REQUEST_LIMITS.burst);
    expect(refused).toBeLessThan(120);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });

  test('an MCP message with an invalid credential is answered with 401', async () => {
    const call = message('tools/call', { name: 'market_summary', arguments: {} });
    const { id, key } = (
      await given().call(user.createApiKey, {
        key: given().sessions.enterprise,
        body: { name: 'revoked', scopes: ['market:read'] },
      })
    ).data;
    await given().call(user.revokeApiKey, { key: given().sessions.enterprise, params: { id } });
    const none = message('tools/call', { name: 'no_such_tool' });
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    for (const body of [
      call,
      none,
      notification,
      message('tools/list'),
      message('initialize'),
      '{',
      [notification],
    ]) {
      for (const headers of [{}, { 'X-API-KEY': 'not-a-key' }, { 'X-API-KEY': key }]) {
        const answer = await send(body, headers);
        expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthorized']);
      }
    }
    const both = { 'X-API-KEY': given().keys.enterprise, Authorization: 'Bearer other' };
    expect((await send(call, both)).status).toBe(200);
  });

  test('the MCP server answers GET and DELETE with 405, because it has no event streams', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await send(undefined, { 'X-API-KEY': given().keys.enterprise }, method);
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
      // A client with an invalid key is answered with 401 first.
      expect((await send(undefined, { 'X-API-KEY': 'not-a-key' }, method)).status).toBe(401);
    }
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listen = await send(message('subscriptions/listen', { notifications: {}, _meta: envelope }), {
      'X-API-KEY': given().keys.enterprise,
      'Mcp-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'subscriptions/listen',
    });
    expect(await listen.json()).toMatchObject({ error: { code: expect.any(Number) } });
  });

  test('the MCP server rejects a body with several messages, because each message counts as a request', async () => {
    const key = { 'X-API-KEY': given().keys.enterprise };
    const answer = await send([message('tools/list'), message('tools/list')], key);
    expect([answer.status, await codeOf(answer)]).toEqual([400, -32_600]);
  });

  test('an unknown tool or an invalid body is answered with the error code of the JSON-RPC protocol', async () => {
    const headers = { 'X-API-KEY': given().keys.enterprise };
    const unknown = await send(message('tools/call', { name: 'no_such_tool', arguments: {} }), headers);
    expect(await unknown.json()).toMatchObject({ error: { code: -32_602 } });
    const broken = await fetch(new URL('/mcp', given().baseUrl), {
      method: 'POST',
      headers: {
        ...headers,
        Accept: 'application/json, text/event-stream',
        'Content-Type': 'application/json',
      },
      body: '{',
    });
    expect([broken.status, await codeOf(broken)]).toEqual([400, -32_700]);
  });
}
