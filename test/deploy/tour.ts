import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { runSmokeTest } from '../../infra/cli/smoke.ts';
import { toPascalCase } from '../../infra/constructs/names.ts';
import { adminUserRoutes } from '../../shared/accounts/contract/admin-documentation.ts';
import { user } from '../../shared/accounts/contract/documentation.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { market } from '../../shared/market/contract/documentation.ts';
import { marketStrategyRoutes } from '../../shared/market/contract/strategies/documentation.ts';
import { alerts, events } from '../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { JOBS } from '../../shared/service/jobs.ts';
import { adminStatistics } from '../../shared/statistics/contract/documentation.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { adminWallets } from '../../shared/wallets/contract/admin-documentation.ts';
import { wallet, walletprovider } from '../../shared/wallets/contract/documentation.ts';
import { callRoute, type RouteRequest, send } from '../support/e2e/send.ts';
import { type Account, listGatewayKeyNames, readQueueState } from './account.ts';
import { ADMIN_PRIVATE_KEY, ADMIN_WALLET, createKey, signIn, TOUR_SCOPES } from './people.ts';

/** The stage limits public requests per second, so polling must stay below that limit. */
const POLL_OPTIONS = { interval: 1_000, timeout: 90_000 } as const;

/** Credentials that the tour creates. They exist after its tests have run. */
export interface Tour {
  /** An API key of a user of the Free plan. */
  readonly key: string;
  readonly admin: string;
}

/** Marks an endpoint as verified in the table, because a deployed stage cannot reach a local receiver. */
async function verifyWebhook({ emulator, service }: Account, userId: string, id: string): Promise<void> {
  const client = new DynamoDBClient(emulator.client);
  await client.send(
    new UpdateItemCommand({
      TableName: service.outputs.TableName,
      Key: marshall(ITEMS.webhook.key({ account: userId, id })),
      UpdateExpression: 'SET #status = :enabled, verified_at = :now',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: marshall({ ':enabled': 'enabled', ':now': new Date().toISOString() }),
    }),
  );
  client.destroy();
}

/**
 * Registers the tests of a tour over HTTP: sign-in, key, list, deposit, withdrawal, wallet, alert, webhook, MCP and
 * administration. The tests check streams and queues, and run every scheduled job.
 */
export function registerTourTests(account: () => Account): Tour {
  const service = () => account().service;
  const emulator = () => account().emulator;
  const baseUrl = () => `${service().origin}/v1`;
  const call = <R extends Route>(route: R, request: RouteRequest = {}) =>
    callRoute(baseUrl(), route, request);

  async function succeed<R extends Route>(route: R, request: RouteRequest = {}) {
    const answer = await call(route, request);
    expect(answer.status, `${route.id}: ${answer.text.slice(0, 300)}`).toBe(route.status);
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'])
      expect(answer.headers.has(name), `${route.id} lacks ${name}`).toBe(true);
    return answer;
  }

  let key: string;
  let admin: string;
  let session: string;
  let userId: string;
  let strategyId: string;
  let connectionId: string;

  test('the first ingestion fills the catalog', async () => {
    await service().invoke('IngestRunFunction', { source: 'aws.events' });
    const { data } = await succeed(market.summary);
    expect(data.strategies).toBeGreaterThan(100);
  });

  describe('a tour of the deployed service', () => {
    test('an administrator and a user sign in, and the user creates an API key', async () => {
      const operator = await signIn(baseUrl(), ADMIN_PRIVATE_KEY);
      expect(operator.user.role).toBe('admin');
      admin = operator.token;
      const visitor = await signIn(baseUrl());
      session = visitor.token;
      userId = visitor.user.id;
      key = await createKey(baseUrl(), session, TOUR_SCOPES);
      expect(key).toMatch(/^yk_test_/);
      expect((await succeed(user.profile, { key })).data.id).toBe(userId);
    });

    test('every check of the smoke test passes', async () => {
      const lines: string[] = [];
      await runSmokeTest({ baseUrl: baseUrl(), key }, (line) => lines.push(line));
      expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
    });

    test('strategies are listed, filtered, read, ranked and recommended', async () => {
      const query = { per_page: '1', sort: 'tvl', order: 'desc' };
      const [listed] = (await succeed(strategies.list, { key, query })).data;
      strategyId = listed?.id ?? '';
      expect((await succeed(strategies.get, { key, params: { id: strategyId } })).data.id).toBe(strategyId);
      await succeed(marketStrategyRoutes.performance, { key });
      await succeed(marketStrategyRoutes.recommended, { key, query: { amount: '10000' } });
      expect((await call(strategies.list, { key, query: { chain: 'moon' } })).error.code).toBe(
        'invalid_chain',
      );
      expect((await call(strategies.list)).error.code).toBe('unauthorized');
    });

    test('the market routes return prices, trends, total value locked and a comparison', async () => {
      for (const route of [market.prices, market.trends, market.tvl, market.apyComparison])
        await succeed(route, { key });
    });

    test('if a sandbox deposit is sent twice with the same idempotency key, the ledger records only one deposit', async () => {
      const deposit = {
        key,
        body: { strategy_id: strategyId, amount: '250.50' },
        headers: { 'Idempotency-Key': 'tour-1' },
      };
      const first = await succeed(investments.deposit, deposit);
      const again = await succeed(investments.deposit, deposit);
      expect(again.headers.get('Idempotent-Replayed')).toBe('true');
      expect(again.data).toEqual(first.data);
      expect(first.data).toMatchObject({ settlement: 'sandbox' });
      const [investment] = (await succeed(investments.list, { key })).data;
      const body = { investment_id: investment?.id, amount: '1.5' };
      await succeed(investments.withdraw, { key, body });
      expect((await succeed(investments.history, { key })).data).toHaveLength(2);
    });

    test('the sandbox clock of a test stage can be advanced', async () => {
      await succeed(investments.advanceClock, { key: admin, body: { advance: '1d' } });
    });

    test('a wallet is connected and listed, and its removal is requested', async () => {
      const body = { walletAddress: ADMIN_WALLET, userId: 'alice' };
      const made = await succeed(walletprovider.create, { key, body });
      connectionId = z.object({ id: z.string() }).parse(made.data).id;
      expect((await succeed(wallet.connections, { key })).data).toMatchObject([{ id: connectionId }]);
      await succeed(walletprovider.removalRequest, { key, body: { connectionId } });
      await succeed(wallet.balances, { key });
    });

    test('the user creates an alert', async () => {
      const body = { kind: 'apy_below', target: 'strategy', strategy_id: strategyId, level: 3 };
      await succeed(alerts.create, { key: session, body });
    });

    test('the MCP server lists its tools and answers a call of a tool', async () => {
      const ask = (method: string, params: object) =>
        send(service().origin, 'POST', '/mcp', {
          key,
          headers: { Accept: 'application/json, text/event-stream' },
          body: { jsonrpc: '2.0', id: 1, method, params },
        });
      expect((await ask('tools/list', {})).body).toMatchObject({ result: { tools: expect.any(Array) } });
      const called = await ask('tools/call', { name: 'list_strategies', arguments: {} });
      expect(called.body).toMatchObject({ result: { content: expect.any(Array) } });
    });
  });

  describe('stream jobs and webhooks of the deployed service', () => {
    test('a new account and its wallet appear in the lists for administrators through the DynamoDB stream', async () => {
      const ids = async () => [
        ...(await succeed(adminUserRoutes.users, { key: admin })).data.map(({ id }) => id),
        ...(await succeed(adminWallets.walletprovider, { key: admin })).data.map(({ id }) => id),
      ];
      await expect.poll(ids, POLL_OPTIONS).toEqual(expect.arrayContaining([userId, connectionId]));
    });

    test('an administrator removes the wallet connection whose removal was requested, and reads the statistics', async () => {
      const params = { id: connectionId };
      await succeed(adminWallets.walletproviderUpdate, { key: admin, params, body: { status: 'removed' } });
      await succeed(adminStatistics.statistics, { key: admin });
      expect((await call(adminUserRoutes.users, { key })).status).toBe(403);
    });

    test('the DynamoDB stream starts the creation of a gateway key for the account', async () => {
      await expect
        .poll(() => listGatewayKeyNames(emulator()), POLL_OPTIONS)
        .toContainEqual(expect.stringContaining(userId));
    });

    test('GET /events returns the events about the new API key and the confirmed investment', async () => {
      const types = async () => (await succeed(events.list, { key: session })).data.map(({ type }) => type);
      await expect
        .poll(types, POLL_OPTIONS)
        .toEqual(expect.arrayContaining(['api_key.created', 'investment.confirmed']));
    });

    test('an event reaches a webhook endpoint through the stream and the queue', async () => {
      // A host name that never resolves, because a deployed stage rejects loopback addresses.
      const body = { url: 'https://receiver.invalid/hook', types: ['api_key.created'] };
      const { id } = (await succeed(webhooks.create, { key: session, body })).data;
      const params = { id };
      const tested = (await succeed(webhooks.test, { key: session, params })).data;
      expect(tested).toMatchObject({ verified: false, delivered: false, reached: false });
      await verifyWebhook(account(), userId, id);
      await createKey(baseUrl(), session, ['market:read']);
      const attempted = async () => (await succeed(webhooks.deliveries, { key: session, params })).data;
      await expect
        .poll(attempted, POLL_OPTIONS)
        .toEqual([expect.objectContaining({ type: 'api_key.created', attempts: [expect.anything()] })]);
    });

    test('a webhook endpoint with a loopback address is rejected', async () => {
      const body = { url: 'http://127.0.0.1:9/hook', types: ['api_key.created'] };
      expect((await call(webhooks.create, { key: session, body })).status).toBe(400);
    });
  });

  test.each(JOBS.flatMap(({ id, trigger }) => (trigger.kind === 'schedule' ? [id] : [])))(
    'the scheduled job %s runs without an error',
    async (id) => {
      await service().invoke(`${toPascalCase(id)}Function`);
    },
  );

  test('no message is left in a queue or a dead-letter queue', async () => {
    await expect
      .poll(() => readQueueState(emulator()), POLL_OPTIONS)
      .toEqual(expect.objectContaining({ total: 0 }));
  });

  return {
    get key() {
      return key;
    },
    get admin() {
      return admin;
    },
  };
}
