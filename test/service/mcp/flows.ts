import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { user } from '../../../shared/accounts/contract/documentation.ts';
import { REQUEST_ID_HEADER } from '../../../shared/platform/contract/headers.ts';
import { SCOPES } from '../../../shared/platform/contract/scopes.ts';
import { TOOLS } from '../../../shared/service/mcp/tools.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';
import { type Assistant, CLIENTS, type ToolAnswer } from './assistants.ts';

const WRITING = ['deposit', 'withdraw', 'move', 'sign_transaction', 'submit_transaction'];

async function keyWith(service: E2eStack, scopes: readonly string[]): Promise<string> {
  const answer = await service.call(user.createApiKey, {
    key: service.keys.enterprise,
    body: { name: scopes.join(' ').slice(0, 60), scopes },
  });
  return answer.data.key;
}

const listing = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
const explaining = z.object({ data: z.object({ risk: z.object({ factors: z.array(z.unknown()) }) }) });
const reasoned = z.object({ data: z.array(z.object({ reasons: z.array(z.unknown()) })) });
const valued = z.object({ data: z.object({ value_usd: z.number() }) });
/** The ids of what a tool has listed. */
const idsOf = ({ answer }: ToolAnswer) => listing.parse(answer).data.map(({ id }) => id);

const failed = z.object({ error: z.object({ code: z.union([z.string(), z.number()]) }) });
const codeOf = async (answer: Response) => failed.parse(await answer.json()).error.code;

async function availableTo(service: E2eStack, key: string): Promise<number> {
  const { headers } = await service.call(user.limits, { key });
  return Number(headers.get('X-RateLimit-Remaining'));
}

/** What real clients find and do. */
export function assistantFlows(given: () => E2eStack): void {
  describe.each(CLIENTS)('a client of revision %s', (revision, connect) => {
    let assistant: Assistant;
    beforeAll(async () => {
      const { baseUrl, keys } = given();
      assistant = await connect(new URL('/mcp', baseUrl), { Authorization: `Bearer ${keys.enterprise}` });
    });
    afterAll(() => assistant.close());

    test('speaks its revision and is offered every tool, each with a description and a schema', async () => {
      expect(assistant.revision).toBe(revision);
      const tools = await assistant.tools();
      expect([...tools.keys()]).toEqual(TOOLS.map(({ name }) => name));
      for (const { description, inputSchema } of tools.values()) {
        expect(description?.length).toBeGreaterThan(40);
        expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      }
    });

    test('finds, explains, compares and recommends strategies', async () => {
      const found = await assistant.call('list_strategies', { risk_level: 'low', per_page: 2 });
      const ids = idsOf(found);
      expect(found.answer).toMatchObject({ meta: { pagination: { count: 2, per_page: 2 } } });
      expect(listing.parse(found.answer).data[0]).not.toHaveProperty('created_at');
      const { answer: explained } = await assistant.call('get_strategy', { id: ids[0] });
      expect(explaining.parse(explained).data.risk.factors.length).toBeGreaterThan(0);
      expect(idsOf(await assistant.call('compare_strategies', { ids }))).toEqual(ids);
      const { answer: recommended } = await assistant.call('recommend_strategies', { amount: 5_000 });
      expect(reasoned.parse(recommended).data[0]?.reasons.length).toBeGreaterThan(0);
    });

    test('deposits, sees the portfolio and withdraws; a repeat with the same key repeats the answer', async () => {
      const found = await assistant.call('list_strategies', { per_page: 1, stablecoin: true });
      const [strategy_id] = idsOf(found);
      const wanted = { strategy_id, amount: '250', idempotency_key: `deposit-${revision}` };
      const { answer: made } = await assistant.call('deposit', wanted);
      const { answer: repeated } = await assistant.call('deposit', wanted);
      expect(repeated).toEqual(made);
      const [investment_id] = idsOf(await assistant.call('list_investments', { strategy_id }));
      const { answer: portfolio } = await assistant.call('portfolio');
      expect(valued.parse(portfolio).data.value_usd).toBeGreaterThan(0);
      const out = await assistant.call('withdraw', { investment_id, all: true });
      expect(out).toMatchObject({ isError: false, answer: { data: { type: 'withdrawal' } } });
    });

    test('moves money between two strategies; a repeat with the same key repeats the answer', async () => {
      const filter = { asset: 'USDC', per_page: 2 };
      const [from, to] = idsOf(await assistant.call('list_strategies', filter));
      await assistant.call('deposit', { strategy_id: from, amount: '300' });
      const [investment_id] = idsOf(await assistant.call('list_investments', { strategy_id: from }));
      const wanted = {
        investment_id,
        to_strategy_id: to,
        amount: '120',
        idempotency_key: `move-${revision}`,
      };
      const moved = await assistant.call('move', wanted);
      expect(moved).toMatchObject({
        isError: false,
        answer: { data: { withdrawal: { amount: '120' }, deposit: { amount: '120', strategy_id: to } } },
      });
      expect((await assistant.call('move', wanted)).answer).toEqual(moved.answer);
      const wrong = await assistant.call('move', {
        ...wanted,
        idempotency_key: `other-${revision}`,
        to_strategy_id: from,
      });
      expect(wrong).toMatchObject({ isError: true, answer: { error: { code: 'move_unavailable' } } });
      const unsigned = await assistant.call('sign_transaction', {
        id: 'txn_none',
        signature: `0x${'11'.repeat(65)}`,
      });
      expect(unsigned).toMatchObject({ isError: true, answer: { error: { code: 'transaction_not_found' } } });
      const waiting = await assistant.call('list_chain_transactions', { state: ['pending', 'submitted'] });
      expect(waiting).toMatchObject({ isError: false, answer: { data: [] } });
    });

    test('is told what to do about a refusal', async () => {
      const wrong = await assistant.call('list_strategies', { min_apy: 'much', colour: 'red' });
      const issues = [{ path: 'query.min_apy' }, { path: 'query.colour' }];
      expect(wrong).toMatchObject({
        isError: true,
        answer: { error: { code: 'invalid_request', details: { issues } } },
      });
      const none = await assistant.call('get_strategy', { id: 'strat_none' });
      expect(none).toMatchObject({
        isError: true,
        answer: {
          error: { code: 'strategy_not_found' },
          advice: expect.stringContaining('tools that list'),
        },
      });
    });

    test('whose key only reads is offered no tool that writes, and is refused one by its scope', async () => {
      const { baseUrl } = given();
      const key = await keyWith(
        given(),
        SCOPES.filter((scope) => scope.endsWith(':read')),
      );
      const reader = await connect(new URL('/mcp', baseUrl), { 'X-API-KEY': key });
      const offered = [...(await reader.tools()).keys()];
      expect(offered).toEqual(TOOLS.map(({ name }) => name).filter((name) => !WRITING.includes(name)));
      const refused = await reader.call('deposit', { strategy_id: 'strat_none', amount: '1' });
      expect(refused).toMatchObject({
        isError: true,
        answer: { error: { code: 'forbidden' }, advice: expect.stringContaining('investments:write') },
      });
      await reader.close();
    });

    test('without a usable key is refused as everywhere', async () => {
      const url = new URL('/mcp', given().baseUrl);
      await expect(connect(url, {})).rejects.toThrow();
      await expect(connect(url, { Authorization: 'Bearer not-a-key' })).rejects.toThrow();
    });
  });

  messageRules(given);
}

/** What holds of single messages, whoever sends them. */
function messageRules(given: () => E2eStack): void {
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

  test('a page of a foreign origin is refused, one of the host itself is not', async () => {
    const { baseUrl, keys } = given();
    const headers = { 'X-API-KEY': keys.enterprise };
    const list = message('tools/list');
    const foreign = await send(list, { ...headers, Origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
    expect(await foreign.json()).toMatchObject({ success: false, error: { code: 'forbidden' } });
    expect((await send(list, { ...headers, Origin: 'null' })).status).toBe(403);
    expect((await send(list, { ...headers, Origin: new URL(baseUrl).origin })).status).toBe(200);
  });

  test('a tool call costs what the call of its endpoint costs, a list of tools one request, a notification none', async () => {
    const { keys } = given();
    const headers = { 'X-API-KEY': keys.pro };
    const call = (name: string) => send(message('tools/call', { name, arguments: {} }), headers);
    const before = await availableTo(given(), keys.pro);
    const answers = [
      await call('market_summary'),
      await call('market_summary'),
      await send(message('tools/list'), headers),
    ];
    const left = answers.map((answer) => Number(answer.headers.get('X-RateLimit-Remaining')));
    // Some is refilled meanwhile; nothing is taken twice.
    expect(left[0]).toBeGreaterThanOrEqual(before - 1);
    expect(left[2]).toBeLessThan(before);
    expect(left[2]).toBeGreaterThanOrEqual(before - 3);
    for (const answer of answers) expect(answer.headers.get(REQUEST_ID_HEADER)).toMatch(/^[\w-]+$/);
    const told = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([told.status, told.headers.get('X-RateLimit-Limit')]).toEqual([202, '0']);
  });

  test('a refused credential is a 401 whatever is asked, and one that is in both headers is read once', async () => {
    const call = message('tools/call', { name: 'market_summary', arguments: {} });
    for (const body of [call, message('tools/list'), message('initialize')]) {
      const answer = await send(body, { 'X-API-KEY': 'not-a-key' });
      expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthorized']);
    }
    const both = { 'X-API-KEY': given().keys.enterprise, Authorization: 'Bearer other' };
    expect((await send(call, both)).status).toBe(200);
  });

  test('streams and sessions are not offered: other methods are 405, a subscription is refused', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await send(undefined, {}, method);
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
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

  test('several messages at once are refused, so that nobody lists the tools without a key', async () => {
    const answer = await send([message('tools/list'), message('tools/list')]);
    expect([answer.status, await codeOf(answer)]).toEqual([400, -32_600]);
  });

  test('what is no message is named by the protocol', async () => {
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
