import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_WALLETS } from '../../infra/emulator/chains/local-chains.ts';
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

const post = (path: string, body: unknown, key: string, headers = {}) =>
  service.call('POST', path, { key, body, headers });

describe('a wallet over HTTP', () => {
  test('is connected, read from the chains, asked to be removed, removed, and connected anew', async () => {
    const { pro, admin } = service.keys;
    const body = { walletAddress: WALLET.toLowerCase(), userId: 'end-user-1' };
    const created = await post('/api/walletprovider', body, pro, { 'Idempotency-Key': 'connect-1' });
    expect([created.status, created.body.data.walletAddress]).toEqual([201, WALLET]);
    const repeated = await post('/api/walletprovider', body, pro, { 'Idempotency-Key': 'connect-1' });
    expect([repeated.status, repeated.text]).toEqual([201, created.text]);
    const reused = await post('/api/walletprovider', { ...body, userId: 'other' }, pro, {
      'Idempotency-Key': 'connect-1',
    });
    expect([reused.status, reused.body.error.code]).toEqual([422, 'idempotency_key_reused']);

    if (chains !== undefined) {
      const balances = await service.call('GET', '/wallet/balances?asset=usdc', { key: pro });
      expect(balances.body.data[0].balances).toMatchObject([
        { chain: 'ethereum', asset: 'USDC', amount: '25000' },
        { chain: 'base', asset: 'USDC', amount: '25000' },
      ]);
      expect(balances.body.data[0].total_usd).toBeGreaterThan(49_000);
    }

    const { id: connectionId } = created.body.data;
    const asked = await post('/api/walletprovider/removal-request', { connectionId }, pro);
    expect([asked.status, asked.body.data.status]).toEqual([201, 'removal_requested']);
    const waiting = async () => {
      const path = '/admin/walletprovider?status=removal_requested';
      return (await service.call('GET', path, { key: admin })).body.data;
    };
    await expect.poll(waiting, { interval: 100 }).toMatchObject([{ id: connectionId, userId: 'end-user-1' }]);
    const decided = await service.call('PUT', `/admin/walletprovider/${connectionId}`, {
      key: admin,
      body: { status: 'removed', note: 'as asked' },
    });
    expect([decided.status, decided.body.data.status]).toEqual([200, 'removed']);
    const trail = await service.call('GET', `/admin/walletprovider/${connectionId}/history`, { key: admin });
    expect(trail.body.data.map(({ to }: { to: string }) => to)).toEqual([
      'removed',
      'removal_requested',
      'active',
    ]);
    const anew = await post('/api/walletprovider', body, pro);
    expect([anew.status, anew.body.data.id === connectionId]).toEqual([201, false]);
    const one = await service.call('GET', `/wallet/connections/${connectionId}`, { key: pro });
    expect([one.status, one.body.data.status]).toEqual([200, 'removed']);
    const ofOthers = await service.call('GET', `/wallet/connections/${connectionId}`, { key: admin });
    expect([ofOthers.status, ofOthers.body.error.code]).toEqual([404, 'wallet_connection_not_found']);
    const all = await service.call('GET', '/wallet/connections', { key: pro });
    expect(all.body.data.map(({ status }: { status: string }) => status)).toEqual(['active', 'removed']);
  });

  test('of 32 at once one is connected', async () => {
    const body = { walletAddress: WALLET, userId: 'crowd' };
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => post('/api/walletprovider', body, service.keys.enterprise)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 31 }, () => 422)]);
  });
});

test('the statistics follow within moments', async () => {
  const { admin } = service.keys;
  await post('/api/walletprovider', { walletAddress: WALLET, userId: 'counted' }, service.keys.enterprise);
  await expect
    .poll(
      async () => {
        const { body } = await service.call('GET', '/admin/statistics', { key: admin });
        const [{ users, wallet_connections, catalog }, listed] = [
          body.data,
          await service.call('GET', '/admin/walletprovider?status=active', { key: admin }),
        ];
        return {
          users: users.total,
          strategies: catalog.strategies,
          missing: listed.body.meta.pagination.total - wallet_connections.by_status.active,
        };
      },
      { interval: 100 },
    )
    .toEqual({ users: 4, strategies: 20, missing: 0 });
});

test('administration is closed to everybody else', async () => {
  for (const path of ['/admin/users', '/admin/statistics', '/admin/walletprovider']) {
    for (const key of [service.keys.free, service.keys.pro, service.keys.enterprise]) {
      const { status, body } = await service.call('GET', path, { key });
      expect([status, body.error.code]).toEqual([403, 'forbidden']);
    }
    expect((await service.call('GET', path)).status).toBe(401);
  }
});
