import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { adminUserRoutes } from '../../shared/accounts/contract/admin-documentation.ts';
import type { UserItem } from '../../shared/accounts/store/users.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { PLANS } from '../../shared/platform/contract/plans.ts';
import { ROLES } from '../../shared/platform/contract/scopes.ts';
import { createAccountsContext, makeKey, makeUser, NOW } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { type LoadedHandlers, loadHandlers } from '../support/handlers.ts';

const route = adminUserRoutes.users;
const address = (number: number) => `0xABCDEF${number.toString(16).padStart(34, '0')}`;

const LIMITS = { requestsPerMinute: 100_000, burst: 100_000 };

let table: EmbeddedTable;
let handlers: LoadedHandlers;
let adminKey: string;
/** All users, oldest first. */
const users: Pick<UserItem, 'id' | 'plan' | 'role'>[] = [];

beforeAll(async () => {
  table = await startTable();
  handlers = await loadHandlers(table);
  const accounts = createAccountsContext(table);
  const rememberUser = (user: UserItem | undefined) => {
    if (user === undefined) throw new Error('The user is missing');
    users.push({ id: user.id, plan: user.plan, role: user.role });
    return user;
  };
  const admin = rememberUser(
    await makeUser(accounts, { role: 'admin', name: 'Ada', plan: 'enterprise', limits: LIMITS }),
  );
  adminKey = (await makeKey(accounts, admin.id)).text;
  for (let number = 0; number < 40; number += 1) {
    const plan = PLANS[number % PLANS.length] ?? 'free';
    rememberUser(await makeUser(accounts, { plan, walletAddress: address(number) }));
  }
  // Some users change their plan or role, and one changes back.
  for (const [index, change] of [
    [3, { plan: 'enterprise' }],
    [7, { role: 'admin' }],
    [7, { plan: 'pro', role: 'user' }],
    [20, { role: 'admin', plan: 'free' }],
  ] as const) {
    const user = users[index];
    if (user === undefined) throw new Error('The user is missing');
    await updateUser(accounts, user.id, change, NOW);
    Object.assign(user, change);
  }
  await processAllStreamRecords(table);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

const list = (query: Record<string, string>) => handlers.send(route, { query }, adminKey);
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

/** Returns whether this test created the user. `loadHandlers` creates one more user. */
const isTestUser = (id: string) => users.some((user) => user.id === id);

describe('pages of the list of users', () => {
  const cases = [undefined, ...PLANS].flatMap((plan) =>
    [undefined, ...ROLES].map((role) => ({ plan, role })),
  );

  test.each(cases)(
    'for the filters plan=$plan and role=$role, all pages together have exactly the matching users',
    async (filter) => {
      const expected = users
        .filter(({ plan, role }) => (filter.plan ?? plan) === plan && (filter.role ?? role) === role)
        .map(({ id }) => id)
        .toReversed();
      const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      const found: string[] = [];
      for (let page = 1; page <= 10; page += 1) {
        const answer = await list({ ...query, page: String(page), per_page: '7' });
        expect(answer.status).toBe(200);
        found.push(...idsOf(answer).filter(isTestUser));
        const otherUserCount = answer.meta.pagination.total - expected.length;
        expect(otherUserCount).toBe(
          [undefined, 'enterprise'].includes(filter.plan) && filter.role !== 'admin' ? 1 : 0,
        );
      }
      expect(found).toEqual(expected);
    },
  );

  test('the list of users contains no secrets of credentials', async () => {
    const { data } = await list({ role: 'admin' });
    const ada = data.find(({ name }) => name === 'Ada');
    expect(ada).toEqual({
      id: users[0]?.id,
      wallet_address: null,
      wallet_chain_id: null,
      name: 'Ada',
      role: 'admin',
      plan: 'enterprise',
      limits: { requests_per_minute: LIMITS.requestsPerMinute, burst: LIMITS.burst },
      api_keys: 1,
      suspended_at: null,
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
    });
  });
});

describe('the search in the list of users', () => {
  test('the search finds a user by the whole user id and by its first characters', async () => {
    const id = users[5]?.id ?? '';
    for (const search of [id, id.slice(0, 12)]) expect(idsOf(await list({ search }))).toEqual([id]);
  });

  test('the search finds users by their wallet address or its first characters, in any letter case', async () => {
    const [, first] = users;
    expect(idsOf(await list({ search: address(0) }))).toEqual([first?.id]);
    const answer = await list({ search: '0xaBcDeF', per_page: '15', page: '2' });
    expect(answer.meta.pagination).toMatchObject({ total: 40, count: 15, total_pages: 3 });
    expect(idsOf(answer)).toEqual(
      users
        .slice(1)
        .toReversed()
        .slice(15, 30)
        .map(({ id }) => id),
    );
  });

  test('the search can be combined with the filters for plan and role', async () => {
    expect(idsOf(await list({ search: '0xabcdef', role: 'admin' }))).toEqual([users[20]?.id]);
  });

  test.each(['usr_abc', '0xabc', 'alice', '0xzzzz', 'key_abcdef', '%', `0x${'a'.repeat(41)}`])(
    'the search rejects the text %s',
    async (search) => {
      const { status, issues } = await list({ search });
      expect([status, issues[0]?.path]).toEqual([400, 'query.search']);
    },
  );

  test('a search without a match returns an empty page', async () => {
    const { status, data, meta } = await list({ search: '0x0123' });
    expect([status, data, meta.pagination.total]).toEqual([200, [], 0]);
  });
});

describe('access to the list of users', () => {
  test('the list rejects a caller without the administrator role or without the required scope', async () => {
    const accounts = createAccountsContext(table);
    const [, someone] = users;
    const userKey = (await makeKey(accounts, someone?.id ?? '')).text;
    expect((await handlers.send(route, {}, null)).status).toBe(401);
    expect((await handlers.send(route, {}, userKey)).status).toBe(403);
    expect((await handlers.send(route, {}, await handlers.createKeyWithScopes('account:read'))).status).toBe(
      403,
    );
  });

  test.each([{ plan: 'gold' }, { role: 'root' }, { page: '0' }, { per_page: '101' }, { owner: 'x' }])(
    'a list query with %o is answered with 400',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );
});
