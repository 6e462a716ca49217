import { beforeAll, describe, test } from 'vitest';
import { adminUserRoutes } from '../../../shared/accounts/contract/admin-documentation.ts';
import { user as userRoutes } from '../../../shared/accounts/contract/documentation.ts';
import { auth } from '../../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { marketStrategyRoutes } from '../../../shared/market/contract/strategies/documentation.ts';
import { alerts } from '../../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { ERRORS, type ErrorCode } from '../../../shared/platform/contract/errors.ts';
import { ANONYMOUS_REQUEST_LIMITS } from '../../../shared/platform/contract/plans.ts';
import { service as serviceRoutes } from '../../../shared/service/contract/documentation.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { adminWallets } from '../../../shared/wallets/contract/admin-documentation.ts';
import { walletprovider } from '../../../shared/wallets/contract/documentation.ts';
import { createAccountsContext, makeKey, makeSession, makeUser } from '../../support/accounts.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';
import { registerRejections } from './rejections.ts';
import { registerReusedKeyTests } from './reused-keys.ts';
import {
  createUnknownId,
  expectRefused,
  type Request,
  RouteCaller,
  routesDeclaring,
  UNREACHABLE_URL,
} from './route-caller.ts';

const isScope = (access: string) => access !== 'session' && access !== 'authenticated';

/** Registers a test of each declared error response. */
export function registerDeclaredAnswerTests(of: () => E2eStack): void {
  const routeCaller = new RouteCaller(of);
  beforeAll(() => routeCaller.findStrategy());

  describe('every route that declares one of the common error codes', () => {
    test('the route returns forbidden for a credential without the required scope', async () => {
      const accounts = createAccountsContext(routeCaller.service.table);
      const { id } = await makeUser(accounts, { plan: 'enterprise' });
      const { text: key } = await makeKey(accounts, id, { scopes: [] });
      for (const route of routesDeclaring('forbidden').filter(({ access }) => isScope(access))) {
        expectRefused(await routeCaller.ask(route, {}, { key }), 'forbidden', route.id);
      }
    });

    test('the route returns forbidden for a key whose address allowlist does not have the IP address of the caller', async () => {
      const accounts = createAccountsContext(routeCaller.service.table);
      const { id } = await makeUser(accounts, { plan: 'enterprise' });
      const { text: key } = await makeKey(accounts, id, { scopes: [], allowed_ips: ['192.0.2.1'] });
      for (const route of routesDeclaring('forbidden').filter(({ access }) => !isScope(access))) {
        expectRefused(await routeCaller.ask(route, {}, { key }), 'forbidden', route.id);
      }
    });

    test('the route returns session_not_found for an unknown session id', async () => {
      const accounts = createAccountsContext(routeCaller.service.table);
      const { id } = await makeUser(accounts, { plan: 'enterprise' });
      const { text: key } = await makeSession(accounts, id, new Date());
      const answer = await routeCaller.ask(
        auth.revokeSession,
        { params: { id: 'ses_0000000000000000' } },
        { key },
      );
      expectRefused(answer, 'session_not_found', auth.revokeSession.id);
    });

    test('the route returns asset_not_priced for an amount in an asset without a known price', async () => {
      const query = { amount: '5', amount_asset: 'SURELYUNKNOWN' };
      const { enterprise: key } = routeCaller.service.keys;
      const answer = await routeCaller.ask(marketStrategyRoutes.recommended, { query }, { key });
      expectRefused(answer, 'asset_not_priced', marketStrategyRoutes.recommended.id);
    });

    test('the route returns invalid_chain for an unknown chain and invalid_risk_level for an unknown risk level', async () => {
      const key = routeCaller.service.keys.enterprise;
      for (const [code, name] of [
        ['invalid_chain', 'chain'],
        ['invalid_risk_level', 'risk_level'],
      ] as const) {
        for (const route of routesDeclaring(code)) {
          const query = { ...route.example?.query, [name]: 'surely_unknown' };
          expectRefused(await routeCaller.ask(route, { query }, { key }), code, route.id);
        }
      }
    });

    test('the route returns recent_sign_in_required for a session that began 20 minutes ago', async () => {
      const accounts = createAccountsContext(routeCaller.service.table);
      const { id: account } = await makeUser(accounts, { plan: 'pro' });
      const key = (await makeSession(accounts, account, new Date(Date.now() - 20 * 60_000))).text;
      const allowed_ips = ['192.0.2.1'];
      const { item } = await makeKey(accounts, account, { scopes: ['investments:write'], allowed_ips });
      const body = { name: 'money', scopes: ['investments:write'] };
      const params = { id: item.id };
      const { text: recent } = await makeSession(accounts, account, new Date());
      const hook = { id: (await routeCaller.made(webhooks.create, { url: UNREACHABLE_URL }, recent)).id };
      const requests: [DocumentedRoute, Request][] = [
        [userRoutes.createApiKey, { body }],
        [userRoutes.rotateApiKey, { params, body: {} }],
        [userRoutes.updateApiKey, { params, body: { allowed_ips: null } }],
        [webhooks.create, { body: { url: UNREACHABLE_URL } }],
        [webhooks.update, { params: hook, body: { url: UNREACHABLE_URL } }],
        [webhooks.rotateSecret, { params: hook }],
      ];
      for (const [route, request] of requests) {
        expectRefused(await routeCaller.ask(route, request, { key }), 'recent_sign_in_required', route.id);
      }
    });

    test('the route returns rate_limit_exceeded when the token bucket of the account is empty', async () => {
      const accounts = createAccountsContext(routeCaller.service.table);
      const limits = { requestsPerMinute: 1, burst: 1 };
      const { id } = await makeUser(accounts, { plan: 'enterprise', role: 'admin', limits });
      const { text: key } = await makeKey(accounts, id);
      await routeCaller.service.call(userRoutes.profile, { key });
      for (const route of routesDeclaring('rate_limit_exceeded').filter(
        ({ access }) => access !== 'public',
      )) {
        expectRefused(await routeCaller.ask(route, {}, { key }), 'rate_limit_exceeded', route.id);
      }
    });
  });

  describe('the error code for something that does not exist', () => {
    test.each<[DocumentedRoute, ErrorCode, Request]>([
      [strategies.get, 'strategy_not_found', { params: { id: createUnknownId('strategy') } }],
      [
        investments.deposit,
        'strategy_not_found',
        { body: { strategy_id: createUnknownId('strategy'), amount: '250' } },
      ],
      [
        investments.withdraw,
        'investment_not_found',
        { body: { investment_id: createUnknownId('investment'), all: true } },
      ],
      [userRoutes.getApiKey, 'api_key_not_found', { params: { id: createUnknownId('apiKey') } }],
      [userRoutes.apiKeyUsage, 'api_key_not_found', { params: { id: createUnknownId('apiKey') } }],
      [userRoutes.updateApiKey, 'api_key_not_found', { params: { id: createUnknownId('apiKey') } }],
      [userRoutes.revokeApiKey, 'api_key_not_found', { params: { id: createUnknownId('apiKey') } }],
      [userRoutes.rotateApiKey, 'api_key_not_found', { params: { id: createUnknownId('apiKey') } }],
      [
        adminUserRoutes.updateUser,
        'user_not_found',
        { params: { id: createUnknownId('user') }, body: { status: 'suspended' } },
      ],
      [
        auth.challenge,
        'wallet_connection_not_found',
        {
          body: {
            wallet_address: `0x${'11'.repeat(20)}`,
            connection_id: createUnknownId('walletConnection'),
          },
        },
      ],
      [
        auth.proveWallet,
        'wallet_connection_not_found',
        { params: { id: createUnknownId('walletConnection') } },
      ],
      [alerts.get, 'alert_not_found', { params: { id: createUnknownId('alert') } }],
      [alerts.update, 'alert_not_found', { params: { id: createUnknownId('alert') } }],
      [alerts.remove, 'alert_not_found', { params: { id: createUnknownId('alert') } }],
      [
        alerts.create,
        'strategy_not_found',
        { body: { kind: 'paused', target: 'strategy', strategy_id: createUnknownId('strategy') } },
      ],
      [
        investments.opportunities,
        'wallet_connection_not_found',
        { query: { address: `0x${'11'.repeat(20)}` } },
      ],
      [investments.get, 'investment_not_found', { params: { id: createUnknownId('investment') } }],
      [
        investments.getTransaction,
        'transaction_not_found',
        { params: { id: createUnknownId('transaction') } },
      ],
      [
        investments.move,
        'investment_not_found',
        {
          body: {
            investment_id: createUnknownId('investment'),
            to_strategy_id: createUnknownId('strategy'),
            all: true,
          },
        },
      ],
      [
        marketStrategyRoutes.recommended,
        'strategy_not_found',
        { query: { amount: '10000', asset: 'USDC', from_strategy_id: createUnknownId('strategy') } },
      ],
      [
        marketStrategyRoutes.moveEstimate,
        'strategy_not_found',
        {
          query: {
            from_strategy_id: createUnknownId('strategy'),
            to_strategy_id: createUnknownId('strategy'),
          },
        },
      ],
      [
        walletprovider.removalRequest,
        'wallet_connection_not_found',
        { body: { connectionId: createUnknownId('walletConnection') } },
      ],
      [
        adminWallets.walletproviderUpdate,
        'wallet_connection_not_found',
        { params: { id: createUnknownId('walletConnection') }, body: { status: 'suspended' } },
      ],
      [
        adminWallets.walletproviderHistory,
        'wallet_connection_not_found',
        { params: { id: createUnknownId('walletConnection') } },
      ],
      ...routesDeclaring('webhook_not_found').map(
        (route) =>
          [
            route,
            'webhook_not_found',
            { params: { id: createUnknownId('webhook'), deliveryId: createUnknownId('delivery') } },
          ] satisfies [DocumentedRoute, ErrorCode, Request],
      ),
    ])('the route $id returns the error code $1', async (route, code, request) => {
      const key = route.access === 'admin' ? routeCaller.service.keys.admin : routeCaller.keyFor(route);
      expectRefused(await routeCaller.ask(route, request, { key }), code, route.id);
    });
  });

  describe('an operation that the current state does not allow', () => registerRejections(routeCaller));
  describe('an idempotency key of another request', () => registerReusedKeyTests(routeCaller));

  // The last test of the server, because it empties the public bucket of this address.
  test('public routes return rate_limit_exceeded when the token bucket of the IP address is empty', async () => {
    const health = () => routeCaller.service.call(serviceRoutes.health);
    for (let sent = 0; sent < ANONYMOUS_REQUEST_LIMITS.burst; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, health));
    }
    for (const route of ROUTES.filter(({ access }) => access === 'public')) {
      let answer = await routeCaller.ask(route, {}, {});
      // Repeat the request until the bucket is empty, because it may have been refilled in the meantime.
      while (answer.status !== ERRORS.rate_limit_exceeded.status)
        answer = await routeCaller.ask(route, {}, {});
      expectRefused(answer, 'rate_limit_exceeded', route.id);
    }
  });
}
