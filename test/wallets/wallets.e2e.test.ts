import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_WALLETS } from '../../infra/emulator/chains/local-chains.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { adminStatistics } from '../../shared/statistics/contract/documentation.ts';
import { adminWallets } from '../../shared/wallets/contract/admin-documentation.ts';
import { wallet, walletprovider } from '../../shared/wallets/contract/documentation.ts';
import { type LocalChains, startLocalChains } from '../support/chain/chains.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

const [WALLET = ''] = DEMO_WALLETS.map(({ address }) => address);

let chains: LocalChains | undefined;
let service: E2eStack;

beforeAll(async () => {
  chains = await startLocalChains(['ethereum', 'base']);
  service = await startE2e({
    catalogSize: 20,
    ...(chains !== undefined && { environment: { CHAIN_SETTINGS: chains.settings } }),
  });
});
afterAll(async () => {
  await service.stop();
  await chains?.stop();
});

const post = <R extends Route>(route: R, body: unknown, key: string, headers = {}) =>
  service.call(route, { key, body, headers });

describe('a wallet connection over HTTP', () => {
  test('a wallet can be connected, removed and connected again', async () => {
    const { pro, admin } = service.keys;
    const body = { walletAddress: WALLET.toLowerCase(), userId: 'end-user-1' };
    const created = await post(walletprovider.create, body, pro, { 'Idempotency-Key': 'connect-1' });
    expect([created.status, created.data.walletAddress]).toEqual([201, WALLET]);
    const repeated = await post(walletprovider.create, body, pro, { 'Idempotency-Key': 'connect-1' });
    expect([repeated.status, repeated.text]).toEqual([201, created.text]);
    const reused = await post(walletprovider.create, { ...body, userId: 'other' }, pro, {
      'Idempotency-Key': 'connect-1',
    });
    expect([reused.status, reused.error.code]).toEqual([422, 'idempotency_key_reused']);

    if (chains !== undefined) {
      const balances = await service.call(wallet.balances, { key: pro, query: { asset: 'usdc' } });
      expect(balances.data[0]?.balances).toMatchObject([
        { chain: 'ethereum', asset: 'USDC', amount: '25000' },
        { chain: 'base', asset: 'USDC', amount: '25000' },
      ]);
      expect(balances.data[0]?.total_usd).toBeGreaterThan(49_000);
    }

    const { id: connectionId } = created.data;
    const removalAnswer = await post(walletprovider.removalRequest, { connectionId }, pro);
    expect([removalAnswer.status, removalAnswer.data.status]).toEqual([201, 'removal_requested']);
    const waiting = async () => {
      const query = { status: 'removal_requested' };
      return (await service.call(adminWallets.walletprovider, { key: admin, query })).data;
    };
    await expect.poll(waiting, { interval: 100 }).toMatchObject([{ id: connectionId, userId: 'end-user-1' }]);
    const decided = await service.call(adminWallets.walletproviderUpdate, {
      key: admin,
      body: { status: 'removed', note: 'as asked' },
      params: { id: connectionId },
    });
    expect([decided.status, decided.data.status]).toEqual([200, 'removed']);
    const trail = await service.call(adminWallets.walletproviderHistory, {
      key: admin,
      params: { id: connectionId },
    });
    expect(trail.data.map(({ to }) => to)).toEqual(['removed', 'removal_requested', 'active']);
    const newConnection = await post(walletprovider.create, body, pro);
    expect([newConnection.status, newConnection.data.id === connectionId]).toEqual([201, false]);
    const one = await service.call(wallet.get, { key: pro, params: { id: connectionId } });
    expect([one.status, one.data.status]).toEqual([200, 'removed']);
    const adminAnswer = await service.call(wallet.get, { key: admin, params: { id: connectionId } });
    expect([adminAnswer.status, adminAnswer.error.code]).toEqual([404, 'wallet_connection_not_found']);
    const all = await service.call(wallet.connections, { key: pro });
    expect(all.data.map(({ status }) => status)).toEqual(['active', 'removed']);
  });

  test('of 32 concurrent requests, exactly one connects the wallet', async () => {
    const body = { walletAddress: WALLET, userId: 'crowd' };
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => post(walletprovider.create, body, service.keys.enterprise)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 31 }, () => 422)]);
  });
});

test('the statistics count a new wallet connection after a short time', async () => {
  const { admin } = service.keys;
  await post(walletprovider.create, { walletAddress: WALLET, userId: 'counted' }, service.keys.enterprise);
  await expect
    .poll(
      async () => {
        const { data } = await service.call(adminStatistics.statistics, { key: admin });
        const [{ users, wallet_connections, catalog }, listed] = [
          data,
          await service.call(adminWallets.walletprovider, { key: admin, query: { status: 'active' } }),
        ];
        return {
          users: users.total,
          strategies: catalog.strategies,
          missing: listed.meta.pagination.total - wallet_connections.by_status.active,
        };
      },
      { interval: 100 },
    )
    .toEqual({ users: 4, strategies: 20, missing: 0 });
});

test('the administration routes reject every account that is not an administrator', async () => {
  for (const path of ['/admin/users', '/admin/statistics', '/admin/walletprovider']) {
    for (const key of [service.keys.free, service.keys.pro, service.keys.enterprise]) {
      const { status, error } = await service.send('GET', path, { key });
      expect([status, error.code]).toEqual([403, 'forbidden']);
    }
    expect((await service.send('GET', path)).status).toBe(401);
  }
});
