import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';
import { user as userRoutes } from '../../../shared/accounts/contract/documentation.ts';
import { auth } from '../../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { movementResult } from '../../../shared/investments/contract/responses.ts';
import { pauseStrategy } from '../../../shared/investments/pauses.ts';
import { alerts } from '../../../shared/notifications/contract/documentation.ts';
import { webhooks } from '../../../shared/notifications/contract/webhooks/webhook-documentation.ts';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { ERRORS, type ErrorCode } from '../../../shared/platform/contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../../../shared/platform/contract/headers.ts';
import { ID_PREFIXES } from '../../../shared/platform/contract/ids.ts';
import { PLAN_LIMITS, PUBLIC_LIMITS } from '../../../shared/platform/contract/plans.ts';
import { commonErrors, type Route } from '../../../shared/platform/contract/route.ts';
import { leafKey } from '../../../shared/platform/dynamodb/numbered-list.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { service as serviceRoutes } from '../../../shared/service/contract/documentation.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { walletprovider } from '../../../shared/wallets/contract/documentation.ts';
import { listsOf } from '../../../shared/wallets/store/connection-lists.ts';
import { makeKey, makeUser, testAccounts } from '../../support/accounts.ts';
import type { Answer } from '../../support/answer.ts';
import type { CallOptions } from '../../support/e2e/send.ts';
import type { E2eStack } from '../../support/e2e/stack.ts';
import { present } from '../../support/present.ts';

let service: E2eStack;
let strategyId: string;
/** An address of this machine at which nobody listens. */
const UNHEARD = 'http://127.0.0.1:1/';

interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Asks a route with its own example where nothing else is given. */
function ask(route: DocumentedRoute, request: Request, options: CallOptions): Promise<Answer> {
  const { params, query, body } = { ...route.example, ...request };
  const sent = route.body === undefined ? {} : { body: body ?? {} };
  return service.call(route, { params: params ?? {}, query: query ?? {}, ...sent, ...options });
}

function expectRefused(answer: Answer, code: ErrorCode, context: string): void {
  expect([answer.status, answer.error.code], `${context}: ${answer.text}`).toEqual([
    ERRORS[code].status,
    code,
  ]);
}

async function made<R extends Route>(route: R, body: unknown, key = service.keys.enterprise) {
  const answer = await service.call(route, { key, body });
  expect(answer.status, `${route.id}: ${answer.text}`).toBe(201);
  return answer.data;
}

const declaring = (code: ErrorCode) =>
  ROUTES.filter((route) => [...commonErrors(route), ...route.errors].includes(code));

/** A strategy, an investment, a connection and a key that nobody has, under ids of the right form. */
const nobodys = (kind: keyof typeof ID_PREFIXES) => `${ID_PREFIXES[kind]}${'0'.repeat(24)}`;

function routeOf(id: string): DocumentedRoute {
  const found = ROUTES.find((route) => route.id === id);
  if (found === undefined) throw new Error(`There is no route ${id}`);
  return found;
}

const stopped = new Set<string>();

/** Pauses a strategy: what comes later keeps to others. */
async function pause(id: string): Promise<void> {
  stopped.add(id);
  await pauseStrategy(service.table, id, { reason: 'test', now: new Date() });
}

/** The strategies of an asset that take deposits, the largest first. */
async function strategiesOf(asset: string) {
  const query = { asset, per_page: '100', sort: 'tvl', order: 'desc' };
  const { data } = await service.call(strategies.list, { key: service.keys.enterprise, query });
  return data.filter(({ id }) => !stopped.has(id));
}

const ALERT = { kind: 'paused', target: 'filter', filter: { asset: 'USDC' } };

/** What routes declare beside their success, each seen once. */
export function declaredAnswers(of: () => E2eStack): void {
  beforeAll(async () => {
    service = of();
    const listed = await service.call(strategies.list, {
      key: service.keys.enterprise,
      query: { per_page: '1' },
    });
    strategyId = present(listed.data[0]).id;
  });

  describe('every route that declares it answers', () => {
    test('unauthorized, without a credential', async () => {
      for (const route of declaring('unauthorized')) {
        expectRefused(await ask(route, {}, {}), 'unauthorized', route.id);
      }
    });

    test('forbidden, to a credential without its scope', async () => {
      const accounts = testAccounts(service.table);
      const { id } = await makeUser(accounts, { plan: 'enterprise' });
      const { text: key } = await makeKey(accounts, id, { scopes: [] });
      for (const route of declaring('forbidden')) {
        expectRefused(await ask(route, {}, { key }), 'forbidden', route.id);
      }
    });

    test('invalid_chain and invalid_risk_level, to values that there are not', async () => {
      const key = service.keys.enterprise;
      for (const [code, name] of [
        ['invalid_chain', 'chain'],
        ['invalid_risk_level', 'risk_level'],
      ] as const) {
        for (const route of declaring(code)) {
          const query = { ...route.example?.query, [name]: 'surely_unknown' };
          expectRefused(await ask(route, { query }, { key }), code, route.id);
        }
      }
    });

    test('rate_limit_exceeded, once nothing is left', async () => {
      const accounts = testAccounts(service.table);
      const limits = { requestsPerMinute: 1, burst: 1 };
      const { id } = await makeUser(accounts, { plan: 'enterprise', role: 'admin', limits });
      const { text: key } = await makeKey(accounts, id);
      await service.call(userRoutes.profile, { key });
      for (const route of declaring('rate_limit_exceeded').filter(({ access }) => access !== 'public')) {
        expectRefused(await ask(route, {}, { key }), 'rate_limit_exceeded', route.id);
      }
    });
  });

  describe('what is not there is named as such', () => {
    test.each<[string, ErrorCode, Request]>([
      ['strategies.get', 'strategy_not_found', { params: { id: nobodys('strategy') } }],
      [
        'investments.deposit',
        'strategy_not_found',
        { body: { strategy_id: nobodys('strategy'), amount: '250' } },
      ],
      [
        'investments.withdraw',
        'investment_not_found',
        { body: { investment_id: nobodys('investment'), all: true } },
      ],
      ['accounts.get-api-key', 'api_key_not_found', { params: { id: nobodys('apiKey') } }],
      ['accounts.api-key-usage', 'api_key_not_found', { params: { id: nobodys('apiKey') } }],
      ['accounts.update-api-key', 'api_key_not_found', { params: { id: nobodys('apiKey') } }],
      ['accounts.revoke-api-key', 'api_key_not_found', { params: { id: nobodys('apiKey') } }],
      ['accounts.rotate-api-key', 'api_key_not_found', { params: { id: nobodys('apiKey') } }],
      [
        'accounts.admin-update-user',
        'user_not_found',
        { params: { id: nobodys('user') }, body: { status: 'suspended' } },
      ],
      [
        'accounts.prove-wallet',
        'wallet_connection_not_found',
        { params: { id: nobodys('walletConnection') } },
      ],
      ['notifications.get-alert', 'alert_not_found', { params: { id: nobodys('alert') } }],
      ['notifications.update-alert', 'alert_not_found', { params: { id: nobodys('alert') } }],
      ['notifications.delete-alert', 'alert_not_found', { params: { id: nobodys('alert') } }],
      [
        'notifications.create-alert',
        'strategy_not_found',
        { body: { kind: 'paused', target: 'strategy', strategy_id: nobodys('strategy') } },
      ],
      ['investments.get', 'investment_not_found', { params: { id: nobodys('investment') } }],
      ['investments.get-transaction', 'transaction_not_found', { params: { id: nobodys('transaction') } }],
      [
        'investments.move',
        'investment_not_found',
        {
          body: {
            investment_id: nobodys('investment'),
            to_strategy_id: nobodys('strategy'),
            all: true,
          },
        },
      ],
      [
        'market.recommended',
        'strategy_not_found',
        { query: { amount: '10000', asset: 'USDC', from_strategy_id: nobodys('strategy') } },
      ],
      [
        'market.move-estimate',
        'strategy_not_found',
        { query: { from_strategy_id: nobodys('strategy'), to_strategy_id: nobodys('strategy') } },
      ],
      [
        'wallets.removal-request',
        'wallet_connection_not_found',
        { body: { connectionId: nobodys('walletConnection') } },
      ],
      [
        'wallets.admin-update',
        'wallet_connection_not_found',
        { params: { id: nobodys('walletConnection') }, body: { status: 'suspended' } },
      ],
      [
        'wallets.admin-history',
        'wallet_connection_not_found',
        { params: { id: nobodys('walletConnection') } },
      ],
      ...declaring('webhook_not_found').map(
        ({ id }) =>
          [
            id,
            'webhook_not_found',
            { params: { id: nobodys('webhook'), deliveryId: nobodys('delivery') } },
          ] satisfies [string, ErrorCode, Request],
      ),
    ])('%s: %s', async (id, code, request) => {
      const route = routeOf(id);
      const key = route.access === 'admin' ? service.keys.admin : service.keys.enterprise;
      expectRefused(await ask(route, request, { key }), code, id);
    });
  });

  describe('what cannot be done is refused', () => {
    const deposit = (body: Readonly<Record<string, unknown>>) =>
      ask(routeOf('investments.deposit'), { body }, { key: service.keys.enterprise });

    test('a deposit below the minimum or above the strategy’s TVL, a withdrawal above the balance, a deposit into a paused strategy', async () => {
      const key = service.keys.enterprise;
      expectRefused(
        await deposit({ strategy_id: strategyId, amount: '0.0001' }),
        'below_minimum_deposit',
        'deposit',
      );
      const huge = { strategy_id: strategyId, amount: '1000000000000' };
      expectRefused(await deposit(huge), 'deposit_cap_exceeded', 'deposit');
      const { investment_id } = movementResult.parse(
        await made(investments.deposit, {
          strategy_id: strategyId,
          amount: '1000',
        }),
      );
      const body = { investment_id, amount: '1000000' };
      const withdrawal = await ask(routeOf('investments.withdraw'), { body }, { key });
      expectRefused(withdrawal, 'insufficient_balance', 'withdraw');
      const { data: list } = await service.call(strategies.list, { key, query: { per_page: '2' } });
      const paused = present(list[1]).id;
      await pause(paused);
      expectRefused(
        await deposit({ strategy_id: paused, amount: '1000' }),
        'strategy_not_accepting_deposits',
        'paused',
      );
    });

    test('a move to where there is nothing, of too little, of too much, into another asset, a paused strategy or one that is too small', async () => {
      const key = service.keys.enterprise;
      const usdc = await strategiesOf('USDC');
      const [largest, paused, smallest] = [usdc[0], usdc[1], usdc.at(-1)];
      if (largest === undefined || paused === undefined || smallest === undefined)
        throw new Error('There are too few strategies');
      expect(largest.tvl).toBeGreaterThan(smallest.tvl);
      const [other] = await strategiesOf('WETH');
      const { investment_id } = movementResult.parse(
        await made(investments.deposit, {
          strategy_id: largest.id,
          amount: String(Math.floor(smallest.tvl * 2)),
        }),
      );
      const move = (to_strategy_id: string | undefined, amount: string) =>
        ask(routeOf('investments.move'), { body: { investment_id, to_strategy_id, amount } }, { key });
      await pause(paused.id);
      const cases: [string | undefined, string, ErrorCode][] = [
        [nobodys('strategy'), '1000', 'strategy_not_found'],
        [smallest.id, '0.0001', 'below_minimum_deposit'],
        [smallest.id, '100000000000', 'insufficient_balance'],
        [other?.id, '1000', 'move_unavailable'],
        [paused.id, '1000', 'strategy_not_accepting_deposits'],
        [smallest.id, String(Math.floor(smallest.tvl * 1.9)), 'deposit_cap_exceeded'],
      ];
      for (const [to, amount, code] of cases) expectRefused(await move(to, amount), code, code);
    });

    test('a second connection of one wallet, and a step that its state does not know', async () => {
      const key = service.keys.enterprise;
      const { address: walletAddress } = privateKeyToAccount(generatePrivateKey());
      const body = { walletAddress, userId: 'declared' };
      const { id } = await made(walletprovider.create, body);
      expectRefused(
        await ask(routeOf('wallets.create'), { body }, { key }),
        'wallet_already_connected',
        'create',
      );
      await made(walletprovider.removalRequest, { connectionId: id });
      const again = await ask(routeOf('wallets.removal-request'), { body: { connectionId: id } }, { key });
      expectRefused(again, 'invalid_transition', 'removal-request');
      const admin = service.keys.admin;
      const update = (status: string) =>
        ask(routeOf('wallets.admin-update'), { params: { id }, body: { status } }, { key: admin });
      expect((await update('removed')).status).toBe(200);
      expectRefused(await update('active'), 'invalid_transition', 'admin-update');
    });

    test('a key beyond the plan’s number, and the second rotation of one', async () => {
      const body = { name: 'one more', scopes: ['market:read'] };
      const create = () => service.call(userRoutes.createApiKey, { key: service.keys.free, body });
      let answer = await create();
      while (answer.status === 201) answer = await create();
      expectRefused(answer, 'api_key_limit_reached', 'create-api-key');
      const { id } = await made(userRoutes.createApiKey, body);
      const rotate = () =>
        ask(
          routeOf('accounts.rotate-api-key'),
          { params: { id }, body: { overlap_seconds: 60 } },
          { key: service.keys.enterprise },
        );
      expect((await rotate()).status).toBe(201);
      expectRefused(await rotate(), 'api_key_not_rotatable', 'rotate-api-key');
    });

    test('a webhook endpoint beyond the plan’s number, and a delivery that there is not', async () => {
      const accounts = testAccounts(service.table);
      const { text: key } = await makeKey(accounts, (await makeUser(accounts)).id);
      const endpoint = { url: UNHEARD };
      const { id } = await made(webhooks.create, endpoint, key);
      const retry = { params: { id, deliveryId: nobodys('delivery') } };
      expectRefused(
        await ask(routeOf('notifications.retry-delivery'), retry, { key }),
        'delivery_not_found',
        'retry-delivery',
      );
      for (let more = 1; more < PLAN_LIMITS.free.maxWebhooks; more += 1)
        await made(webhooks.create, endpoint, key);
      expectRefused(
        await ask(routeOf('notifications.create-webhook'), { body: endpoint }, { key }),
        'webhook_limit_reached',
        'create-webhook',
      );
    });

    test('an alert beyond the plan’s number', async () => {
      const create = () => service.call(alerts.create, { key: service.keys.free, body: ALERT });
      let answer = await create();
      while (answer.status === 201) answer = await create();
      expectRefused(answer, 'alert_limit_reached', 'create-alert');
    });

    test('a wallet connection beyond the plan’s number', async () => {
      const accounts = testAccounts(service.table);
      const user = await makeUser(accounts);
      const { text: key } = await makeKey(accounts, user.id);
      // As the list would look with 40 full blocks.
      const blocks = Object.fromEntries(Array.from({ length: 40 }, (_, block) => [String(block), 1_032]));
      for (const list of listsOf({ owner: user.id, status: 'active' })) {
        await service.table.client.send(
          new PutCommand({ TableName: service.table.name, Item: { ...leafKey(list, 0), ...blocks } }),
        );
      }
      const body = { walletAddress: `0x${'12'.repeat(20)}`, userId: 'one-more' };
      const answer = await ask(routeOf('wallets.create'), { body }, { key });
      expectRefused(answer, 'wallet_connection_limit_reached', 'wallets.create');
    });

    test('books of one user more than the plan has room for', async () => {
      const accounts = testAccounts(service.table);
      const user = await makeUser(accounts);
      const { text: key } = await makeKey(accounts, user.id);
      const Item = {
        ...ITEMS.ledgerUserCount.key({ account: user.id }),
        users: PLAN_LIMITS.free.maxSubAccounts,
      };
      await service.table.client.send(new PutCommand({ TableName: service.table.name, Item }));
      const body = { strategy_id: strategyId, amount: '1000', user_id: 'one-more' };
      expectRefused(
        await ask(routeOf('investments.deposit'), { body }, { key }),
        'sub_account_limit_reached',
        'deposit',
      );
    });

    test('a proof of a wallet by another wallet’s signature', async () => {
      const { address } = privateKeyToAccount(generatePrivateKey());
      const { id } = await made(walletprovider.create, { walletAddress: address, userId: 'unproven' });
      const { message } = await made(auth.challenge, { wallet_address: address });
      const signature = await privateKeyToAccount(generatePrivateKey()).signMessage({ message });
      const request = { params: { id }, body: { message, signature } };
      const answer = await ask(routeOf('accounts.prove-wallet'), request, { key: service.keys.enterprise });
      expectRefused(answer, 'proof_refused', 'prove-wallet');
    });

    test('a sign-in with another wallet’s signature', async () => {
      const { address } = privateKeyToAccount(generatePrivateKey());
      const { message } = await made(auth.challenge, { wallet_address: address });
      const signature = await privateKeyToAccount(generatePrivateKey()).signMessage({ message });
      const answer = await ask(routeOf('accounts.login'), { body: { message, signature } }, {});
      expectRefused(answer, 'sign_in_refused', 'login');
    });
  });

  describe('an idempotency key of another request is refused', () => {
    const wallet = () => privateKeyToAccount(generatePrivateKey()).address;
    const connection = async () => {
      const { id } = await made(walletprovider.create, { walletAddress: wallet(), userId: 'repeated' });
      return id;
    };

    /** Two requests of each route that could both be carried out. */
    const pairs: Readonly<Record<string, () => Promise<readonly [Request, Request]>>> = {
      'accounts.create-api-key': async () => [
        { body: { name: 'one', scopes: ['market:read'] } },
        { body: { name: 'other', scopes: ['market:read'] } },
      ],
      'accounts.rotate-api-key': async () => {
        const { id } = await made(userRoutes.createApiKey, { name: 'to rotate', scopes: ['market:read'] });
        return [
          { params: { id }, body: { overlap_seconds: 0 } },
          { params: { id }, body: { overlap_seconds: 60 } },
        ];
      },
      'notifications.create-alert': async () => [{ body: ALERT }, { body: { ...ALERT, name: 'another' } }],
      'investments.deposit': async () => [
        { body: { strategy_id: strategyId, amount: '1000' } },
        { body: { strategy_id: strategyId, amount: '2000' } },
      ],
      'investments.withdraw': async () => {
        const { investment_id } = movementResult.parse(
          await made(investments.deposit, {
            strategy_id: strategyId,
            amount: '1000',
          }),
        );
        return [{ body: { investment_id, amount: '1' } }, { body: { investment_id, amount: '2' } }];
      },
      'investments.move': async () => {
        const [from, to] = await strategiesOf('USDC');
        const { investment_id } = movementResult.parse(
          await made(investments.deposit, {
            strategy_id: from?.id,
            amount: '3000',
          }),
        );
        const moved = { investment_id, to_strategy_id: to?.id };
        return [{ body: { ...moved, amount: '1000' } }, { body: { ...moved, amount: '2000' } }];
      },
      'notifications.create-webhook': async () => [
        { body: { url: UNHEARD, description: 'one' } },
        { body: { url: UNHEARD, description: 'other' } },
      ],
      'notifications.rotate-webhook-secret': async () => {
        const [one, other] = [
          await made(webhooks.create, { url: UNHEARD }),
          await made(webhooks.create, { url: UNHEARD }),
        ];
        return [{ params: { id: one.id } }, { params: { id: other.id } }];
      },
      'wallets.create': async () => [
        { body: { walletAddress: wallet(), userId: 'one' } },
        { body: { walletAddress: wallet(), userId: 'other' } },
      ],
      'wallets.removal-request': async () => {
        const connectionId = await connection();
        return [{ body: { connectionId } }, { body: { connectionId, reason: 'another' } }];
      },
    };

    test('for every route that takes one', async () => {
      for (const route of declaring('idempotency_key_reused')) {
        const [first, second] = (await pairs[route.id]?.()) ?? [];
        if (first === undefined || second === undefined)
          throw new Error(`${route.id} has no pair of requests`);
        const options = {
          key: service.keys.enterprise,
          headers: { [IDEMPOTENCY_KEY_HEADER]: `declared-${route.id}` },
        };
        expect((await ask(route, first, options)).status, route.id).toBe(route.status);
        expectRefused(await ask(route, second, options), 'idempotency_key_reused', route.id);
      }
    });
  });

  // The last one of the server: nobody at this address gets a public answer after it.
  test('public routes answer rate_limit_exceeded, once an address has nothing left', async () => {
    const health = () => service.call(serviceRoutes.health);
    for (let sent = 0; sent < PUBLIC_LIMITS.burst; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, health));
    }
    for (const route of ROUTES.filter(({ access }) => access === 'public')) {
      let answer = await ask(route, {}, {});
      // What was refilled meanwhile is used up first.
      while (answer.status !== ERRORS.rate_limit_exceeded.status) answer = await ask(route, {}, {});
      expectRefused(answer, 'rate_limit_exceeded', route.id);
    }
  });
}
