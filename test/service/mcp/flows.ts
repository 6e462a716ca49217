import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { user } from '../../../shared/accounts/contract/documentation.ts';
import { SCOPES } from '../../../shared/platform/contract/scopes.ts';
import { MCP_TOOLS } from '../../../shared/service/mcp/tools.ts';
import { walletprovider } from '../../../shared/wallets/contract/documentation.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';
import { type Assistant, CLIENTS, type ToolAnswer } from './assistants.ts';
import { registerMessageRules } from './message-rules.ts';

const WRITE_TOOL_NAMES = MCP_TOOLS.filter(({ route }) => route.method !== 'GET').map(({ name }) => name);

async function createKeyWithScopes(service: E2eStack, scopes: readonly string[]): Promise<string> {
  const answer = await service.call(user.createApiKey, {
    key: service.sessions.enterprise,
    body: { name: scopes.join(' ').slice(0, 60), scopes },
  });
  return answer.data.key;
}

const listing = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
const explaining = z.object({ data: z.object({ risk: z.object({ factors: z.array(z.unknown()) }) }) });
const connected = z.object({ data: z.array(z.looseObject({ walletAddress: z.string() })) });
const reasoned = z.object({ data: z.array(z.object({ reasons: z.array(z.unknown()) })) });
const valued = z.object({ data: z.object({ value_usd: z.number() }) });
/** Returns the ids in the answer of a listing tool. */
const idsOf = ({ answer }: ToolAnswer) => listing.parse(answer).data.map(({ id }) => id);

export function registerAssistantFlows(given: () => E2eStack): void {
  describe.each(CLIENTS)('an MCP client with the protocol revision %s', (revision, connect) => {
    let assistant: Assistant;
    beforeAll(async () => {
      const { baseUrl, keys } = given();
      assistant = await connect(new URL('/mcp', baseUrl), { Authorization: `Bearer ${keys.enterprise}` });
    });
    afterAll(() => assistant.close());

    test('the client receives every tool with a description and a schema', async () => {
      expect(assistant.revision).toBe(revision);
      const tools = await assistant.tools();
      expect([...tools.keys()]).toEqual(MCP_TOOLS.map(({ name }) => name));
      for (const { description, inputSchema } of tools.values()) {
        expect(description?.length).toBeGreaterThan(40);
        expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      }
    });

    test('the client finds, explains, compares and recommends strategies', async () => {
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

    test('the client deposits, reads the portfolio and withdraws', async () => {
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

    test('the client moves money between two strategies', async () => {
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
      const waiting = await assistant.call('list_chain_transactions', { status: ['pending', 'submitted'] });
      expect(waiting).toMatchObject({ isError: false, answer: { data: [] } });
    });

    test('the client reads the address and the balances of a wallet', async () => {
      const { data: wallet } = await given().call(walletprovider.create, {
        key: given().keys.enterprise,
        body: { walletAddress: privateKeyToAccount(generatePrivateKey()).address, userId: revision },
      });
      const { answer: wallets } = await assistant.call('list_wallets', { status: 'active' });
      expect(connected.parse(wallets).data).toContainEqual(
        expect.objectContaining({ walletAddress: wallet.walletAddress }),
      );
      const { isError } = await assistant.call('wallet_balances', { wallet_address: wallet.walletAddress });
      expect(isError).toBe(false);
      const unknown = await assistant.call('cancel_transaction', { id: 'txn_none' });
      expect(unknown).toMatchObject({
        isError: true,
        answer: {
          error: {
            message: expect.stringContaining('list_chain_transactions lists your on-chain transactions'),
          },
        },
      });
    });

    test('the client creates, finds and deletes an alert', async () => {
      const filter = { asset: 'USDC' };
      const wanted = { kind: 'apy_above', target: 'filter', filter, level: 50 };
      const { isError } = await assistant.call('create_alert', wanted);
      expect(isError).toBe(false);
      const [id] = idsOf(await assistant.call('list_alerts'));
      expect(await assistant.call('delete_alert', { id })).toMatchObject({ answer: { data: { id } } });
      expect(idsOf(await assistant.call('list_alerts'))).toEqual([]);
      expect((await assistant.call('list_events')).isError).toBe(false);
    });

    test('the client receives a shortened form of a long answer, or the complete answer if the client sends full=true', async () => {
      const strategy_id = idsOf(await assistant.call('list_strategies', { per_page: 20 }));
      const wanted = { strategy_id, window: '365d', per_page: 20 };
      const short = await assistant.call('strategy_performance', wanted);
      expect(Buffer.byteLength(JSON.stringify(short.answer))).toBeLessThanOrEqual(8_000);
      const truncations = [{ at: 'data', of: strategy_id.length }, { at: 'data.0.history' }];
      expect(short.answer).toMatchObject({ meta: { shortened: truncations } });
      const { answer: whole } = await assistant.call('strategy_performance', { ...wanted, full: true });
      expect(z.object({ data: z.array(z.unknown()) }).parse(whole).data).toHaveLength(strategy_id.length);
    });

    test('the error of a failed tool call names the invalid arguments or advises the client what to do', async () => {
      const wrong = await assistant.call('list_strategies', { min_apy: 'much', colour: 'red' });
      const issues = [{ path: 'min_apy' }, { path: 'colour' }];
      expect(wrong).toMatchObject({
        isError: true,
        answer: { error: { code: 'invalid_request', details: { issues } } },
      });
      const none = await assistant.call('get_strategy', { id: 'strat_none' });
      expect(none).toMatchObject({
        isError: true,
        answer: {
          error: { code: 'strategy_not_found' },
          advice: expect.stringContaining('list tool'),
        },
      });
    });

    test('a client with a read-only key sees no tool that writes', async () => {
      const { baseUrl } = given();
      const key = await createKeyWithScopes(
        given(),
        SCOPES.filter((scope) => scope.endsWith(':read')),
      );
      const reader = await connect(new URL('/mcp', baseUrl), { 'X-API-KEY': key });
      const offered = [...(await reader.tools()).keys()];
      expect(offered).toEqual(
        MCP_TOOLS.map(({ name }) => name).filter((name) => !WRITE_TOOL_NAMES.includes(name)),
      );
      const refused = await reader.call('deposit', { strategy_id: 'strat_none', amount: '1' });
      expect(refused).toMatchObject({
        isError: true,
        answer: { error: { code: 'forbidden' }, advice: expect.stringContaining('investments:write') },
      });
      await reader.close();
    });

    test('a client without a valid key is rejected', async () => {
      const url = new URL('/mcp', given().baseUrl);
      await expect(connect(url, {})).rejects.toThrow();
      await expect(connect(url, { Authorization: 'Bearer not-a-key' })).rejects.toThrow();
    });
  });

  registerMessageRules(given);
}
