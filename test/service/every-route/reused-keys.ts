import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { user as userRoutes } from '../../../shared/accounts/contract/documentation.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { alerts } from '../../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../../../shared/platform/contract/headers.ts';
import { walletprovider } from '../../../shared/wallets/contract/documentation.ts';
import {
  ALERT,
  expectRefused,
  type Request,
  type RouteCaller,
  routesDeclaring,
  UNREACHABLE_URL,
} from './route-caller.ts';

/** Registers tests of routes that accept an `Idempotency-Key`: another request with the same key is rejected. */
export function registerReusedKeyTests(routeCaller: RouteCaller): void {
  const wallet = () => privateKeyToAccount(generatePrivateKey()).address;
  const connection = async () => {
    const { id } = await routeCaller.made(walletprovider.create, {
      walletAddress: wallet(),
      userId: 'repeated',
    });
    return id;
  };

  /** For each route, two different requests. Each of them would succeed with its own idempotency key. */
  const pairs: Readonly<Record<string, () => Promise<readonly [Request, Request]>>> = {
    [userRoutes.createApiKey.id]: async () => [
      { body: { name: 'one', scopes: ['market:read'] } },
      { body: { name: 'other', scopes: ['market:read'] } },
    ],
    [userRoutes.rotateApiKey.id]: async () => {
      const { id } = await routeCaller.made(userRoutes.createApiKey, {
        name: 'to rotate',
        scopes: ['market:read'],
      });
      return [
        { params: { id }, body: { overlap_seconds: 0 } },
        { params: { id }, body: { overlap_seconds: 60 } },
      ];
    },
    [alerts.create.id]: async () => [{ body: ALERT }, { body: { ...ALERT, name: 'another' } }],
    [investments.deposit.id]: async () => [
      { body: { strategy_id: routeCaller.strategyId, amount: '1000' } },
      { body: { strategy_id: routeCaller.strategyId, amount: '2000' } },
    ],
    [investments.withdraw.id]: async () => {
      const { investment_id } = await routeCaller.deposit(routeCaller.strategyId, '1000');
      return [{ body: { investment_id, amount: '1' } }, { body: { investment_id, amount: '2' } }];
    },
    [investments.move.id]: async () => {
      const [from, to] = await routeCaller.strategiesOf('USDC');
      const { investment_id } = await routeCaller.deposit(from?.id, '3000');
      const moved = { investment_id, to_strategy_id: to?.id };
      return [{ body: { ...moved, amount: '1000' } }, { body: { ...moved, amount: '2000' } }];
    },
    [webhooks.create.id]: async () => [
      { body: { url: UNREACHABLE_URL, description: 'one' } },
      { body: { url: UNREACHABLE_URL, description: 'other' } },
    ],
    [webhooks.rotateSecret.id]: async () => {
      const [one, other] = [
        await routeCaller.made(webhooks.create, { url: UNREACHABLE_URL }),
        await routeCaller.made(webhooks.create, { url: UNREACHABLE_URL }),
      ];
      return [{ params: { id: one.id } }, { params: { id: other.id } }];
    },
    [walletprovider.create.id]: async () => [
      { body: { walletAddress: wallet(), userId: 'one' } },
      { body: { walletAddress: wallet(), userId: 'other' } },
    ],
    [walletprovider.removalRequest.id]: async () => {
      const connectionId = await connection();
      return [{ body: { connectionId } }, { body: { connectionId, reason: 'another' } }];
    },
  };

  test('every route that accepts an idempotency key rejects the same key with another body', async () => {
    for (const route of routesDeclaring('idempotency_key_reused')) {
      const [first, second] = (await pairs[route.id]?.()) ?? [];
      if (first === undefined || second === undefined) throw new Error(`${route.id} has no pair of requests`);
      const options = {
        key: routeCaller.keyFor(route),
        headers: { [IDEMPOTENCY_KEY_HEADER]: `declared-${route.id}` },
      };
      expect((await routeCaller.ask(route, first, options)).status, route.id).toBe(route.status);
      expectRefused(await routeCaller.ask(route, second, options), 'idempotency_key_reused', route.id);
    }
  });
}
