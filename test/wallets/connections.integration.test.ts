import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEventPage as pageAuditEvents } from '../../shared/platform/audit/events.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { chunkCountsKey } from '../../shared/platform/dynamodb/numbered-list.ts';
import { changeConnectionStatus, readConnectionHistory } from '../../shared/wallets/administration.ts';
import { connectWallet } from '../../shared/wallets/connect-wallet.ts';
import { CONNECTION_STATUSES, type ConnectionStatus } from '../../shared/wallets/contract/connection.ts';
import { walletConnection } from '../../shared/wallets/contract/responses.ts';
import { findAllowedStatuses } from '../../shared/wallets/domain/connection.ts';
import { requestConnectionRemoval } from '../../shared/wallets/request-removal.ts';
import { connectionListNamesOf } from '../../shared/wallets/store/connection-lists.ts';
import { readConnectionPage } from '../../shared/wallets/store/connection-pages.ts';
import { getConnection } from '../../shared/wallets/store/connections.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { addressOf, callerOf, connect, move } from '../support/wallets.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const admin = callerOf('usr_admin', 'admin');
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const FIRST_PAGE = { page: 1, per_page: 100 };

/** Status changes that bring a new connection to each status. A new connection is active. */
const STATUS_CHANGES_BY_TARGET: Record<ConnectionStatus, readonly ConnectionStatus[]> = {
  active: [],
  removal_requested: ['removal_requested'],
  suspended: ['suspended'],
  removed: ['removed'],
};

describe('the statuses of a wallet connection', () => {
  const cases = (['owner', 'admin'] as const).flatMap((actor) =>
    CONNECTION_STATUSES.flatMap((from) =>
      CONNECTION_STATUSES.filter((to) => actor === 'admin' || to === 'removal_requested').map((to) => ({
        actor,
        from,
        to,
      })),
    ),
  );

  test.each(cases)(
    'a status change by the $actor from $from to $to is accepted only if the domain rules allow it',
    async (row) => {
      const owner = `usr_${row.actor}_${row.from}_${row.to}`;
      const { id } = await connect(table, owner, 'alice', ADDRESS);
      for (const status of STATUS_CHANGES_BY_TARGET[row.from]) {
        await move(table, { owner, id }, status, status === 'removal_requested' ? 'owner' : 'admin');
      }
      const before = await getConnection(table, id);
      const allowed = findAllowedStatuses(row.actor, row.from);
      const attempt = move(table, { owner, id }, row.to, row.actor);
      if (allowed.includes(row.to)) {
        await attempt;
        expect(await getConnection(table, id)).toMatchObject({ status: row.to });
      } else {
        await expect(attempt).rejects.toMatchObject({
          code: 'invalid_transition',
          details: { from: row.from, to: row.to, allowed },
        });
        expect(await getConnection(table, id)).toEqual(before);
      }
    },
  );

  test('of several concurrent approvals of one removal request, only one succeeds', async () => {
    const { id } = await connect(table, 'usr_race', 'alice', ADDRESS);
    await requestConnectionRemoval(table, { connectionId: id }, callerOf('usr_race'));
    const outcomes = await Promise.allSettled([
      changeConnectionStatus(table, id, { status: 'removed' }, admin),
      changeConnectionStatus(table, id, { status: 'removed' }, admin),
      changeConnectionStatus(table, id, { status: 'removed' }, admin),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getConnection(table, id)).toMatchObject({ status: 'removed', changes: 3 });
  });
});

describe('the uniqueness of a wallet connection', () => {
  test('concurrent requests with the address in any letter case connect the wallet once', async () => {
    const spellings = [ADDRESS, ADDRESS.toLowerCase(), `0x${ADDRESS.slice(2).toUpperCase()}`];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        connect(table, 'usr_unique', 'bob', spellings[index % 3] ?? ''),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'wallet_already_connected' });
    }
    const { items: connections, pagination } = await readConnectionPage(
      table,
      { owner: 'usr_unique' },
      FIRST_PAGE,
    );
    expect(pagination.total).toBe(1);
    expect(connections[0]?.wallet_address).toBe(ADDRESS);
  });

  test('the same wallet can be connected for another account or end user', async () => {
    await connect(table, 'usr_u1', 'bob', ADDRESS);
    await connect(table, 'usr_u2', 'bob', ADDRESS);
    await connect(table, 'usr_u1', 'BOB', ADDRESS);
    await connect(table, 'usr_u1', 'bob', addressOf(7));
    expect((await readConnectionPage(table, { owner: 'usr_u1' }, FIRST_PAGE)).pagination.total).toBe(3);
  });

  test('a removed wallet can be connected again, but a suspended wallet cannot', async () => {
    const first = await connect(table, 'usr_again', 'bob', ADDRESS);
    await changeConnectionStatus(table, first.id, { status: 'suspended' }, admin);
    await expect(connect(table, 'usr_again', 'bob', ADDRESS)).rejects.toMatchObject({
      code: 'wallet_already_connected',
    });
    await changeConnectionStatus(table, first.id, { status: 'removed' }, admin);
    const second = await connect(table, 'usr_again', 'bob', ADDRESS);
    expect(second.id).not.toBe(first.id);
    const { pagination } = await readConnectionPage(
      table,
      { owner: 'usr_again', status: 'removed' },
      FIRST_PAGE,
    );
    expect(pagination.total).toBe(1);
  });
});

describe('the quota of wallet connections', () => {
  const max = PLAN_LIMITS.free.maxWalletConnections;

  /** Stores the counts of an account with this many active connections. */
  async function storeConnectionCounts(owner: string, count: number): Promise<void> {
    // For each chunk, the item stores the number version * 1000 + entry count. Here both chunks have the version 1, and
    // neither is full.
    const counts = { 100: 1_000 + Math.floor(count / 2), 101: 1_000 + Math.ceil(count / 2) };
    for (const list of connectionListNamesOf({ owner, status: 'active' })) {
      const Item = { ...chunkCountsKey(list, 0), ...counts };
      await table.client.send(new PutCommand({ TableName: table.name, Item }));
    }
  }

  test('an account can connect wallets up to the quota of its plan', async () => {
    await storeConnectionCounts('usr_almost', max - 1);
    expect(await connect(table, 'usr_almost', 'bob', ADDRESS)).toMatchObject({ status: 'active' });
    await storeConnectionCounts('usr_full', max);
    await expect(connect(table, 'usr_full', 'bob', ADDRESS)).rejects.toMatchObject({
      code: 'wallet_connection_limit_reached',
      details: { max_wallet_connections: max },
    });
  });
});

test('the audit event of a suspended wallet connection names the administrator and the IP address', async () => {
  const { id } = await connect(table, 'usr_decided', 'bob', ADDRESS);
  await changeConnectionStatus(table, id, { status: 'suspended', note: 'unlike its owner' }, admin);
  await processAllStreamRecords(table);
  const filter = { userId: 'usr_decided', type: 'wallet_connection.decided' } as const;
  const { items: events } = await pageAuditEvents(table, filter, FIRST_PAGE);
  expect(events).toMatchObject([
    {
      subject: id,
      details: { status: 'suspended' },
      actor: { id: admin.principal.credentialId, user_id: admin.principal.userId },
      source_ip: admin.sourceIp,
    },
  ]);
});

describe('the address of a wallet connection', () => {
  const good = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    ADDRESS,
  ];
  test.each(good)('the address %s is accepted and stored with its checksum', async (address) => {
    const { walletAddress } = await connect(table, 'usr_address', 'carol', address);
    expect(walletAddress.toLowerCase()).toBe(address.toLowerCase());
    expect(walletAddress).toMatch(/[A-F]|^0x[0-9a-f]+$/);
  });

  test('a mixed-case address with a wrong checksum is rejected', async () => {
    const broken = ADDRESS.replace('aA', 'Aa');
    await expect(async () => connect(table, 'usr_address', 'carol', broken)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'body.walletAddress', message: expect.stringContaining('EIP-55') }] },
    });
  });
});

describe('the owner of a wallet connection', () => {
  test('a connection of another account returns the same error as an unknown connection', async () => {
    const { id } = await connect(table, 'usr_mine', 'dave', ADDRESS);
    for (const role of ['user', 'admin'] as const) {
      const ask = (connectionId: string) =>
        requestConnectionRemoval(table, { connectionId }, callerOf('usr_theirs', role)).catch(
          (error: unknown) => error,
        );
      const unknown = await ask('wc_0000000000000000');
      expect(await ask(id)).toEqual(unknown);
      expect(unknown).toMatchObject({ code: 'wallet_connection_not_found' });
    }
    expect(await getConnection(table, id)).toMatchObject({ status: 'active' });
  });
});

describe('the filter by account', () => {
  test.each(['ALL', 'usr_filtered#active', 'usr_filtered#any#gina', '#any', ''])(
    'the filter %j finds no connection of another account',
    async (owner) => {
      await connect(table, 'usr_filtered', `gina${owner}`, ADDRESS);
      await connect(table, 'usr_filtered', 'any', addressOf(owner.length + 1));
      const { items: connections, pagination } = await readConnectionPage(table, { owner }, FIRST_PAGE);
      expect([connections, pagination.total]).toEqual([[], 0]);
    },
  );
});

describe('repeated requests with one Idempotency-Key', () => {
  test('concurrent repeats connect the wallet once and return the same answer', async () => {
    const body = { walletAddress: ADDRESS, userId: 'erin' };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => connectWallet(table, body, callerOf('usr_twin', 'user', 'key-1'))),
    );
    const ids = new Set(replies.map(({ data }) => walletConnection.parse(data).id));
    expect(ids.size).toBe(1);
    expect((await readConnectionPage(table, { owner: 'usr_twin' }, FIRST_PAGE)).pagination.total).toBe(1);
  });

  test('a repeated removal request returns the first answer', async () => {
    const { id } = await connect(table, 'usr_twice', 'erin', ADDRESS);
    const ask = () =>
      requestConnectionRemoval(table, { connectionId: id }, callerOf('usr_twice', 'user', 'key-2'));
    const first = await ask();
    expect((await ask()).data).toEqual(first.data);
    expect(await getConnection(table, id)).toMatchObject({ changes: 2 });
  });
});

describe('the history of a wallet connection', () => {
  test('the history shows the actor, change, time and reason of each status change, newest first', async () => {
    const { id } = await connect(table, 'usr_audit', 'frank', ADDRESS);
    await requestConnectionRemoval(table, { connectionId: id, reason: 'wallet lost' }, callerOf('usr_audit'));
    await changeConnectionStatus(table, id, { status: 'active', note: 'not proven' }, admin);
    await requestConnectionRemoval(table, { connectionId: id }, callerOf('usr_audit'));
    const { data, pagination } = await readConnectionHistory(table, id, { page: 1, per_page: 3 });
    expect(data).toMatchObject([
      { number: 4, actorId: 'usr_audit', from: 'active', to: 'removal_requested', note: null },
      { number: 3, actorId: 'usr_admin', actorRole: 'admin', to: 'active', note: 'not proven' },
      { number: 2, actorId: 'usr_audit', to: 'removal_requested', note: 'wallet lost' },
    ]);
    expect(pagination).toMatchObject({ total: 4, count: 3, total_pages: 2 });
    const rest = await readConnectionHistory(table, id, { page: 2, per_page: 3 });
    expect(rest.data).toMatchObject([
      { number: 1, from: null, to: 'active', at: '2026-05-01T12:00:00.000Z' },
    ]);
  });
});
