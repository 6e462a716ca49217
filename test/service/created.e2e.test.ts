import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../shared/service/routes.ts';
import { at } from '../support/at.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { addressOf } from '../support/wallets.ts';

let service: E2eStack;
let strategies: readonly unknown[];
beforeAll(async () => {
  service = await startE2e({ catalogSize: 60 });
  const query = 'settlement=sandbox&asset=USDC';
  const { body } = await service.send('GET', `/strategies?${query}`, { key: service.keys.enterprise });
  strategies = [0, 1].map((index) => at(body, 'data', String(index), 'id'));
});
afterAll(() => service.stop());

const post = (path: string, body: unknown) =>
  service.send('POST', path, { key: service.sessions.enterprise, body });

/** Requests the Location of a response, relative to the address of the request, as a client does. */
async function follow(path: string, answer: Awaited<ReturnType<typeof post>>) {
  const location = answer.headers.get('location') ?? '';
  const address = new URL(location, `${service.baseUrl}${path}`).href;
  expect(address.startsWith(`${service.baseUrl}/`)).toBe(true);
  return service.send('GET', address.slice(service.baseUrl.length), { key: service.sessions.enterprise });
}

describe('the Location header of a 201', () => {
  test('exactly the operations with the status 201 declare a Location header', () => {
    for (const { id, status, location } of ROUTES)
      expect([id, location !== undefined]).toEqual([id, status === 201]);
  });

  test('a GET of the Location returns the created object', async () => {
    const webhook = await post('/webhooks', { url: 'https://receiver.example/created' });
    const key = await post('/user/api-keys', { name: 'Created' });
    const wallet = await post('/api/walletprovider', { walletAddress: addressOf(91), userId: 'created' });
    const deposit = await post('/investments/deposit', { strategy_id: strategies[0], amount: '1000' });
    const investment_id = at(deposit.body, 'data', 'investment_id');
    const removal = { connectionId: at(wallet.body, 'data', 'id') };
    const ids = { webhook: String(at(webhook.body, 'data', 'id')), key: String(at(key.body, 'data', 'id')) };
    const requests: readonly (readonly [path: string, body: unknown, idAt: readonly string[]])[] = [
      ['/webhooks', { url: 'https://receiver.example/created-too' }, ['data', 'id']],
      [`/webhooks/${ids.webhook}/secret`, undefined, ['data', 'id']],
      ['/alerts', { kind: 'apy_fell', target: 'positions', by: 1 }, ['data', 'id']],
      ['/user/api-keys', { name: 'Created too' }, ['data', 'id']],
      [`/user/api-keys/${ids.key}/rotate`, {}, ['data', 'id']],
      ['/api/walletprovider', { walletAddress: addressOf(92), userId: 'created' }, ['data', 'id']],
      ['/api/walletprovider/removal-request', removal, ['data', 'id']],
      ['/investments/deposit', { strategy_id: strategies[0], amount: '1000' }, ['data', 'id']],
      ['/investments/withdraw', { investment_id, amount: '1' }, ['data', 'id']],
      [
        '/investments/move',
        { investment_id, to_strategy_id: strategies[1], amount: '500' },
        ['data', 'withdrawal', 'id'],
      ],
    ];
    for (const [path, body, idAt] of requests) {
      const created = await post(path, body);
      expect([path, created.status, created.body]).toMatchObject([path, 201, { success: true }]);
      const read = await follow(path, created);
      expect([path, read.status, at(read.body, 'data', 'id')]).toEqual([
        path,
        200,
        at(created.body, ...idAt),
      ]);
    }
  });

  test('the URL in the Location of a sandbox deposit returns the same transaction as the history', async () => {
    const deposit = await post('/investments/deposit', { strategy_id: strategies[1], amount: '700' });
    const listed = await service.send('GET', '/investments/history?per_page=1', {
      key: service.sessions.enterprise,
    });
    const read = await follow('/investments/deposit', deposit);
    expect(at(read.body, 'data')).toEqual(at(listed.body, 'data', '0'));
  });

  test('the replay of an idempotency key has the same Location header as the first answer', async () => {
    const body = { url: 'https://receiver.example/repeated' };
    const send = () =>
      service.send('POST', '/webhooks', {
        key: service.sessions.enterprise,
        body,
        headers: { 'Idempotency-Key': 'created-1', Origin: 'https://app.example' },
      });
    const [first, second] = [await send(), await send()];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(first.headers.get('access-control-expose-headers')).toContain('Location');
  });
});

describe('an id that does not exist or is not visible to the caller', () => {
  const PATHS = ROUTES.filter(({ path }) => path.includes('{'));

  test.each(PATHS.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s returns 404 for an unknown id in its path',
    async (_, route) => {
      const key = route.access === 'admin' ? service.keys.admin : service.sessions.enterprise;
      for (const id of ['nope', 'no-pe', 'txn_0000000000000000', '0']) {
        const path = route.path.replace(/\{\w+\}/g, id);
        const body = route.body === undefined ? undefined : (BODIES[route.id] ?? {});
        const { status, body: answer } = await service.send(route.method, path, { key, body });
        expect([id, status, at(answer, 'error', 'code')]).toEqual([
          id,
          404,
          expect.stringMatching(/_not_found$/),
        ]);
      }
    },
  );

  test.each([
    ['/investments/deposit', { strategy_id: 'nope', amount: '1' }],
    ['/investments/withdraw', { investment_id: 'nope', amount: '1' }],
    ['/investments/move', { investment_id: 'nope', to_strategy_id: 'nope', amount: '1' }],
    ['/alerts', { kind: 'apy_below', target: 'strategy', strategy_id: 'nope', level: 1 }],
    ['/api/walletprovider/removal-request', { connectionId: 'nope' }],
  ])('POST %s returns 404 when its body contains the id', async (path, body) => {
    const { status, body: answer } = await post(path, body);
    expect([status, at(answer, 'error', 'code')]).toEqual([404, expect.stringMatching(/_not_found$/)]);
  });

  test('a list that is filtered by an unknown strategy_id returns 200 and no items', async () => {
    const paths = [
      '/investments',
      '/investments/history',
      '/investments/transactions',
      '/strategies/performance',
    ];
    for (const path of paths) {
      const { status, body } = await service.send('GET', `${path}?strategy_id=nope`, {
        key: service.keys.enterprise,
      });
      expect([path, status, at(body, 'data')]).toEqual([path, 200, []]);
    }
  });
});

/** Valid bodies, so that only the id is wrong. */
const BODIES: Readonly<Record<string, unknown>> = {
  'accounts.update-api-key': { name: 'x' },
  'accounts.admin-update-user': { status: 'active' },
  'accounts.prove-wallet': { message: 'x', signature: `0x${'ab'.repeat(65)}` },
  'investments.submit-transaction': { hashes: [`0x${'ab'.repeat(32)}`] },
  'investments.sign-transaction': { signature: `0x${'ab'.repeat(64)}1b` },
  'notifications.update-alert': { paused: true },
  'notifications.update-webhook': { description: 'x' },
  'wallets.admin-update': { status: 'active' },
};
