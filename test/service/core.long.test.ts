import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { synthesize } from '../../infra/app.ts';
import {
  capabilityOfFunction,
  createCapabilityFilters,
  OPTIONAL_CAPABILITIES,
} from '../../infra/optional-capabilities.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { RATE_LIMIT_HEADERS } from '../../shared/platform/contract/headers.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { JOBS } from '../../shared/service/jobs.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { walletprovider } from '../../shared/wallets/contract/documentation.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { present } from '../support/present.ts';

// A deployment from the stage file core.json, without optional capabilities.
const folder = mkdtempSync(join(tmpdir(), 'yield-core-'));
let service: E2eStack;
beforeAll(async () => {
  await synthesize(folder, { context: { stage: 'core' } });
  service = await startE2e({ assembly: folder, catalogSize: 20 });
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
});

const newWallet = () => privateKeyToAddress(generatePrivateKey());
const isOptionalRoute = ({ id }: { readonly id: string }) => capabilityOfFunction(id) !== undefined;

type Caller = 'free' | 'pro' | 'enterprise' | 'admin' | 'session';
type Call = readonly [method: string, path: string, by: Caller, status: number, body?: object];

async function send([method, path, by, , body]: Call) {
  const key = by === 'session' ? service.sessions.enterprise : service.keys[by];
  return service.send(method, path, { key, ...(body && { body }) });
}

describe('a deployment without optional capabilities', () => {
  test('the deployment answers requests to every core endpoint', async () => {
    const key = service.keys.pro;
    const { data: listed } = await service.call(strategies.list, { key });
    const { id } = present(listed[0]);
    const body = { walletAddress: newWallet(), userId: 'user-of-core' };
    const { data: connected } = await service.call(walletprovider.create, { key, body });
    const deposit = await service.call(investments.deposit, {
      key,
      body: { strategy_id: id, amount: '5000' },
    });
    const { investment_id } = deposit.data;
    const calls: readonly Call[] = [
      ['POST', '/auth/challenge', 'pro', 200, { wallet_address: newWallet() }],
      ['POST', '/auth/login', 'pro', 400, { message: 'none', signature: '0x00' }],
      ['GET', '/user/profile', 'pro', 200],
      ['GET', '/wallet/connections', 'pro', 200],
      ['GET', `/strategies/${id}`, 'pro', 200],
      ['GET', '/strategies/performance', 'pro', 200],
      ['GET', '/strategies/recommended?amount=1000&asset=USDC', 'pro', 200],
      ['GET', '/investments', 'pro', 200],
      ['POST', '/investments/withdraw', 'pro', 201, { investment_id: investment_id, all: true }],
      ['GET', '/investments/history', 'pro', 200],
      ['GET', '/wallet/balances', 'pro', 200],
      ['GET', '/api/walletprovider', 'pro', 200],
      ['POST', '/api/walletprovider/removal-request', 'pro', 201, { connectionId: connected.id }],
      ['GET', '/market/prices', 'pro', 200],
      ['GET', '/market/trends', 'pro', 200],
      ['GET', '/market/tvl', 'pro', 200],
      ['GET', '/market/apy-comparison', 'pro', 200],
      ['GET', '/admin/users', 'admin', 200],
      ['GET', '/admin/statistics', 'admin', 200],
      ['GET', '/admin/walletprovider', 'admin', 200],
      ['PUT', `/admin/walletprovider/${connected.id}`, 'admin', 200, { status: 'suspended' }],
      ['GET', '/auth/logout', 'session', 200],
    ];
    const answers: (readonly [string, number])[] = [];
    for (const call of calls) {
      const { status, headers } = await send(call);
      answers.push([call[1], status]);
      for (const name of Object.values(RATE_LIMIT_HEADERS))
        expect(headers.get(name), call[1]).toMatch(/^\d+$/);
    }
    expect(answers).toEqual(calls.map(([, path, , status]) => [path, status]));
  });

  test('the deployment checks API keys, parameters and rate limits', async () => {
    const refused = await service.send('GET', '/strategies', {});
    expect([refused.status, refused.error.code]).toEqual([401, 'unauthorized']);
    const wrong = await service.send('GET', '/strategies?risk_level=none&per_page=100', {
      key: service.keys.free,
    });
    expect([wrong.status, wrong.error.code]).toEqual([400, 'invalid_risk_level']);
    const { headers } = await service.send('GET', '/strategies?per_page=1', { key: service.keys.free });
    expect(headers.get(RATE_LIMIT_HEADERS.limit)).toBe(String(PLAN_LIMITS.free.requestsPerMinute));
  });

  test.each(ROUTES.filter(isOptionalRoute).map(({ method, path }) => [method, path] as const))(
    'the deployment does not have the endpoint %s %s of an optional capability',
    async (method, path) => {
      const { status, error } = await service.send(method, path.replaceAll(/\{\w+\}/g, 'x'), {
        key: service.keys.enterprise,
      });
      expect(status).toBe(404);
      // If the path also matches another route with an id, that route does not find the item.
      expect(error.code).toMatch(/^(investment_)?not_found$/);
    },
  );

  test('the deployment contains no function and no document of an omitted capability', async () => {
    const mcp = await fetch(new URL('/mcp', service.baseUrl), { method: 'POST', body: '{}' });
    expect(mcp.status).toBe(404);
    const deployed = readdirSync(join(folder, 'bundles'));
    const kept = createCapabilityFilters(OPTIONAL_CAPABILITIES);
    const functions = [...kept.routes(ROUTES), ...kept.jobs(JOBS)].map(({ id }) => id.replaceAll('.', '-'));
    const shared = ['access-authorizer', 'maps', 'service-unknown-path'];
    expect(deployed.toSorted()).toEqual([...functions, ...shared].toSorted());
    const described = z.object({ paths: z.record(z.string(), z.unknown()) });
    const document = await fetch(`${service.baseUrl}/openapi.json`);
    const paths = Object.keys(described.parse(await document.json()).paths);
    expect(paths).toContain('/strategies');
    expect(paths.filter((path) => /webhooks|alerts|holdings|\/events$/.test(path))).toEqual([]);
  });
});
