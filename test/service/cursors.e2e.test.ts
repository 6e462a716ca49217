import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../clients/sdk/src/index.ts';
import { isRecord } from '../../shared/platform/documents/json-schema.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { addressOf } from '../support/wallets.ts';

let service: E2eStack;
let client: Client;
let admin: Client;
let strategies: readonly string[];
beforeAll(async () => {
  service = await startE2e({ catalogSize: 60 });
  const as = (credential: string) => createClient({ baseUrl: service.baseUrl, credential });
  client = as(service.sessions.enterprise);
  admin = as(service.sessions.admin);
  const listed = await client.strategies.list({
    settlement: 'sandbox',
    asset: ['USDC', 'USDT', 'DAI'],
    per_page: 40,
  });
  strategies = listed.data.map(({ id }) => id);
});
afterAll(() => service.stop());

/** Paginated collections without the query parameter `after`, each with the reason. */
const CURSORLESS_ROUTE_REASONS = {
  'strategies.list': 'one snapshot of the catalog',
  'market.performance': 'one snapshot of the catalog',
  'market.recommended': 'one snapshot of the catalog',
  'market.prices': 'one snapshot of the prices',
  'market.tvl': 'one snapshot of the catalog',
  'market.apy-comparison': 'one snapshot of the catalog',
  'market.chains': 'one snapshot of the catalog',
  'market.assets': 'one snapshot of the catalog',
  'market.protocols': 'one snapshot of the catalog',
  'investments.daily': 'one line a day',
  'investments.statement': 'fixed by `at`',
};

test('every paginated collection has a cursor, except eleven collections that do not change while a client reads them', () => {
  const paginated = ROUTES.filter(({ paginated: isPaginated }) => isPaginated);
  const routesWithCursor = paginated.filter(({ query }) => query !== undefined && 'after' in query.def.shape);
  const names = (routes: typeof ROUTES) => routes.map(({ id }) => id);
  expect(names(paginated.filter((route) => !routesWithCursor.includes(route)))).toEqual(
    expect.arrayContaining(Object.keys(CURSORLESS_ROUTE_REASONS)),
  );
  expect(paginated.length - routesWithCursor.length).toBe(Object.keys(CURSORLESS_ROUTE_REASONS).length);
  const silent = routesWithCursor.filter(({ meta }) => meta === undefined || !('next_after' in meta));
  expect(names(silent)).toEqual([]);
});

/** A list that grows: adds an item, and reads the pages. */
interface Growing {
  readonly add: (number: number) => Promise<unknown>;
  readonly pages: () => AsyncIterable<{ readonly data: readonly unknown[] }>;
}

const addWallet = (number: number) =>
  client.wallets.create({ walletAddress: addressOf(7_000 + number), userId: `reader-${number}` });
const addKey = (number: number) => client.accounts.createApiKey({ name: `Key ${number}` });
const deposit = (number: number) =>
  client.investments.deposit({ strategy_id: strategies[number] ?? '', amount: '1000' });

const GROWING_LISTS: Readonly<Record<string, Growing>> = {
  'the API keys': { add: addKey, pages: () => client.accounts.listApiKeys.pages({ per_page: 2 }) },
  'the audit log': { add: addKey, pages: () => client.accounts.auditLog.pages({ per_page: 2 }) },
  'the audit log of all accounts': {
    add: addKey,
    pages: () => admin.accounts.adminAuditLog.pages({ per_page: 2 }),
  },
  'the events': { add: addKey, pages: () => client.notifications.listEvents.pages({ per_page: 2 }) },
  'the wallet connections': {
    add: addWallet,
    pages: () => client.wallets.connections.pages({ per_page: 2 }),
  },
  'the connections of the wallet software': {
    add: (number) => addWallet(100 + number),
    pages: () => client.wallets.list.pages({ per_page: 2 }),
  },
  'the connections of all accounts': {
    add: (number) => addWallet(200 + number),
    pages: () => admin.wallets.adminList.pages({ per_page: 2 }),
  },
  'the investments': { add: deposit, pages: () => client.investments.list.pages({ per_page: 2 }) },
  'the history': { add: deposit, pages: () => client.investments.history.pages({ per_page: 2 }) },
  'the sandbox transactions': {
    add: deposit,
    pages: () => client.investments.listTransactions.pages({ settlement: 'sandbox', per_page: 2 }),
  },
  'the alerts': {
    add: (number) =>
      client.notifications.createAlert({ kind: 'apy_fell', target: 'positions', by: number + 1 }),
    pages: () => client.notifications.listAlerts.pages({ per_page: 2 }),
  },
  'the webhook endpoints': {
    add: (number) =>
      client.notifications.createWebhook({
        url: `https://receiver.example/${number}`,
        types: ['strategy.apy_fell'],
      }),
    pages: () => client.notifications.listWebhooks.pages({ per_page: 2 }),
  },
};

/** Returns the id of an item. The tests compare items by id, because their figures may change with time. */
const idOf = (item: unknown): unknown => (isRecord(item) ? (item.id ?? item.sequence) : undefined);

describe('a list that grows while it is read page by page', () => {
  test.each(Object.entries(GROWING_LISTS))(
    'reading %s page by page returns each item once while the list grows',
    async (_, { add, pages }) => {
      for (let number = 0; number < 5; number += 1) await add(number);
      let before: unknown[] = [];
      const countItems = async () => {
        before = [];
        for await (const { data } of pages()) before.push(...data.map(idOf));
        return before.length;
      };
      // A job that reads the table's stream adds items to some lists, so an item may appear only after `add` has
      // returned.
      await expect.poll(countItems).toBeGreaterThanOrEqual(5);
      const read: unknown[] = [];
      let added = 5;
      for await (const { data } of pages()) {
        read.push(...data.map(idOf));
        if (added < 8) await add(added++);
      }
      expect(new Set(read).size).toBe(read.length);
      expect(read).toEqual(expect.arrayContaining(before));
    },
  );
});

describe('the cursor of a list', () => {
  beforeAll(async () => {
    for (const number of [10, 11, 12]) await deposit(number);
  });

  test('an invalid cursor is rejected with 400 and the advice to send meta.next_after', async () => {
    const paths = [
      '/investments/history',
      '/user/api-keys',
      '/wallet/connections',
      '/investments/transactions',
    ];
    const broken = ['x', Buffer.from('["a"]').toString('base64url'), 'x'.repeat(3_000)];
    for (const path of paths) {
      for (const after of broken) {
        const { status, body } = await service.send('GET', `${path}?after=${after}`, {
          key: service.sessions.enterprise,
        });
        expect([status, body]).toMatchObject([
          400,
          { error: { code: 'invalid_request', message: expect.stringContaining('meta.next_after') } },
        ]);
      }
    }
  });

  test('each list rejects the cursor of every other list', async () => {
    const cursors = [
      (await client.investments.history({ per_page: 1 })).meta.next_after,
      (await client.investments.list({ per_page: 1 })).meta.next_after,
    ].map((cursor) => cursor ?? '');
    const [history = '', investments = ''] = cursors;
    expect(cursors).not.toContain('');
    const rejection = { status: 400, code: 'invalid_request' };
    await expect(client.investments.history({ after: investments })).rejects.toMatchObject(rejection);
    await expect(client.investments.list({ after: history })).rejects.toMatchObject(rejection);
    await expect(client.investments.listTransactions({ after: history })).rejects.toMatchObject(rejection);
    await expect(client.wallets.connections({ after: history })).rejects.toMatchObject(rejection);
  });

  test('the history of one wallet connection rejects the cursor of the history of another connection', async () => {
    const [mine = '', other = ''] = await Promise.all(
      [300, 301].map(async (number) => {
        const { data } = await addWallet(number);
        await client.wallets.removalRequest({ connectionId: data.id });
        return data.id;
      }),
    );
    const { meta } = await admin.wallets.adminHistory({ id: mine, per_page: 1 });
    const after = meta.next_after ?? '';
    expect((await admin.wallets.adminHistory({ id: mine, after })).data).toHaveLength(1);
    await expect(admin.wallets.adminHistory({ id: other, after })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  test('a list rejects a cursor that another account received', async () => {
    await addKey(40);
    await addKey(41);
    const { meta } = await client.accounts.listApiKeys({ per_page: 1 });
    const after = meta.next_after ?? '';
    expect((await client.accounts.listApiKeys({ after })).data).not.toEqual([]);
    await expect(admin.accounts.listApiKeys({ after })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  test('a cursor consists only of letters, digits, underscores and hyphens', async () => {
    const { meta } = await client.accounts.auditLog({ per_page: 1 });
    expect(meta.next_after).toMatch(/^[\w-]+$/);
  });

  test('a cursor that is sent with a sort order is rejected', async () => {
    const { meta } = await client.investments.list({ per_page: 1 });
    await expect(
      client.investments.list({ after: meta.next_after ?? '', sort: 'earned_percent' }),
    ).rejects.toThrow('Leave out sort and order');
  });

  test('the total of a page after a cursor counts only the items after the cursor', async () => {
    const { meta } = await client.investments.history({ per_page: 2 });
    const rest = await client.investments.history({ per_page: 2, after: meta.next_after ?? '' });
    expect(rest.meta.pagination).toMatchObject({ total: meta.pagination.total - 2, current_page: 1 });
    const second = await client.investments.history({ per_page: 2, page: 2 });
    expect(rest.data).toEqual(second.data);
  });
});
