import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { ROLE_SCOPES } from '../../shared/platform/contract/scopes.ts';
import { adminWallets } from '../../shared/wallets/contract/admin-documentation.ts';
import { wallet, walletprovider } from '../../shared/wallets/contract/documentation.ts';
import { createAccountsContext, makeKey, makeUser } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import type { EventOptions } from '../support/event.ts';
import { type LoadedHandlers, loadHandlers } from '../support/handlers.ts';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const UNKNOWN_CONNECTION_ID = 'wc_0000000000000000';
const ALL_ROUTES: readonly DocumentedRoute[] = [
  ...Object.values(wallet),
  ...Object.values(walletprovider),
  ...Object.values(adminWallets),
];
const USER_LIST_ROUTES = [wallet.connections, walletprovider.list, wallet.balances];

/** Two users, and callers of every role and plan. */
type Caller = 'alice' | 'bob' | 'pro' | 'enterprise' | 'admin' | 'adminWithoutScope';

let table: EmbeddedTable;
let handlers: LoadedHandlers;
const keys = new Map<Caller, string>();
const ids = new Map<Caller, string>();
let connectionIdOfAlice: string;

beforeAll(async () => {
  table = await startTable();
  // No chain is configured, because these tests only check access.
  vi.stubEnv(
    'CHAIN_SETTINGS',
    '{"ethereum":null,"arbitrum":null,"optimism":null,"base":null,"polygon":null}',
  );
  handlers = await loadHandlers(table);
  const accounts = createAccountsContext(table);
  const make = async (
    caller: Caller,
    options: Parameters<typeof makeUser>[1],
    scopes = ROLE_SCOPES.admin,
  ) => {
    const user = await makeUser(accounts, options);
    const held = scopes.filter((scope) => ROLE_SCOPES[user.role].includes(scope));
    keys.set(caller, (await makeKey(accounts, user.id, { scopes: held })).text);
    ids.set(caller, user.id);
  };
  await make('alice', {});
  await make('bob', {});
  await make('pro', { plan: 'pro' });
  await make('enterprise', { plan: 'enterprise' });
  await make('admin', { role: 'admin' });
  await make('adminWithoutScope', { role: 'admin' }, ROLE_SCOPES.user);
  const body = { walletAddress: ADDRESS, userId: 'end-user' };
  const created = await handlers.send(walletprovider.create, { body }, keys.get('alice'));
  connectionIdOfAlice = created.data.id;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await table.stop();
});

const as = <R extends DocumentedRoute>(caller: Caller, route: R, options: EventOptions = {}) =>
  handlers.send(route, options, keys.get(caller));

/** Returns a valid request of each route from its example. */
const example = ({ example: { params, query, body } = {} }: DocumentedRoute) => ({
  ...(params === undefined ? {} : { params }),
  ...(query === undefined ? {} : { query }),
  ...(body === undefined ? {} : { body }),
});

async function readAliceConnectionStatus(): Promise<unknown> {
  const { data } = await as('alice', walletprovider.list);
  return data[0]?.status;
}

describe.each(ALL_ROUTES.map((route) => [route.id, route] as const))('the wallet route %s', (_, route) => {
  test('a request without a credential is answered with 401', async () => {
    const { status, error } = await handlers.send(route, example(route), null);
    expect([status, error.code]).toEqual([401, 'unauthorized']);
  });

  test('a request with a key that lacks the scope is answered with 403', async () => {
    const key = await handlers.createKeyWithScopes('strategies:read');
    const { status, error } = await handlers.send(route, example(route), key);
    expect([status, error.code]).toEqual([403, 'forbidden']);
  });

  test('a request with an unknown parameter or field is answered with 400, and the error names it', async () => {
    const options = example(route);
    const unknownParameterAnswer = await as('admin', route, {
      ...options,
      query: { ...options.query, surprise: '1' },
    });
    expect([unknownParameterAnswer.status, unknownParameterAnswer.issues[0]?.path]).toEqual([
      400,
      'query.surprise',
    ]);
  });
});

describe('the wallet connection of another account', () => {
  const others: readonly Caller[] = ['bob', 'pro', 'enterprise', 'admin', 'adminWithoutScope'];

  test.each(others)(
    'a removal request by the test account "%s" returns the same error as for an unknown connection',
    async (caller) => {
      const ask = (connectionId: string) =>
        as(caller, walletprovider.removalRequest, { body: { connectionId } });
      const [real, unknown] = [await ask(connectionIdOfAlice), await ask(UNKNOWN_CONNECTION_ID)];
      expect([real.status, real.body]).toEqual([404, unknown.body]);
      expect(await readAliceConnectionStatus()).toBe('active');
    },
  );

  test.each(others)(
    'a read by the account %s returns the same error as for an unknown connection',
    async (caller) => {
      const read = (id: string) => as(caller, wallet.get, { params: { id } });
      const [real, unknown] = [await read(connectionIdOfAlice), await read(UNKNOWN_CONNECTION_ID)];
      expect([real.status, real.body]).toEqual([404, unknown.body]);
    },
  );

  test.each(others)(
    'the lists of the account %s do not contain the wallet connection, with or without filters',
    async (caller) => {
      for (const route of USER_LIST_ROUTES) {
        const filters = route === wallet.balances ? { user_id: 'end-user' } : { userId: 'end-user' };
        for (const query of [undefined, filters]) {
          const { status, data, meta } = await as(caller, route, query === undefined ? {} : { query });
          expect([status, data, meta.pagination.total]).toEqual([200, [], 0]);
        }
      }
      const balancesAnswer = await as(caller, wallet.balances, { query: { wallet_address: ADDRESS } });
      expect([balancesAnswer.status, balancesAnswer.data]).toEqual([200, []]);
    },
  );
});

describe('the administration of wallet connections', () => {
  const others: readonly Caller[] = ['alice', 'bob', 'pro', 'enterprise', 'adminWithoutScope'];
  const routesWithId = [adminWallets.walletproviderUpdate, adminWallets.walletproviderHistory];

  test.each(others)(
    'the administration routes answer the account "%s" with 403, whether the connection exists or not',
    async (caller) => {
      for (const route of routesWithId) {
        const ask = (id: string) => as(caller, route, { ...example(route), params: { id } });
        const [real, unknown] = [await ask(connectionIdOfAlice), await ask(UNKNOWN_CONNECTION_ID)];
        expect([real.status, real.body]).toEqual([403, unknown.body]);
      }
      const list = await as(caller, adminWallets.walletprovider);
      expect(list.status).toBe(403);
      expect(await readAliceConnectionStatus()).toBe('active');
    },
  );

  test('an administrator can filter the connections of all accounts by account, end user and status', async () => {
    await processAllStreamRecords(table);
    for (const query of [
      {},
      { account: ids.get('alice') ?? '' },
      { userId: 'end-user' },
      { status: 'ACTIVE' },
    ]) {
      const { data } = await as('admin', adminWallets.walletprovider, { query });
      expect(data).toMatchObject([{ id: connectionIdOfAlice, account: ids.get('alice'), changes: 1 }]);
    }
    const none = await as('admin', adminWallets.walletprovider, { query: { account: ids.get('bob') ?? '' } });
    expect(none.body).toMatchObject({ data: [], meta: { pagination: { total: 0 } } });
  });

  test('a request for an unknown wallet connection is answered with 404', async () => {
    for (const route of routesWithId) {
      const { status, error } = await as('admin', route, {
        ...example(route),
        params: { id: UNKNOWN_CONNECTION_ID },
      });
      expect([status, error.code]).toEqual([404, 'wallet_connection_not_found']);
    }
  });
});

describe('fields that a caller may not set', () => {
  const forbidden = {
    role: 'admin',
    plan: 'enterprise',
    status: 'removed',
    owner: 'usr_x',
    id: 'wc_x',
    note: 'x',
  };

  test.each(Object.entries(forbidden))(
    'a request for a new connection with the field %s is answered with 400',
    async (field, value) => {
      const body = { walletAddress: ADDRESS, userId: 'other', [field]: value };
      const answer = await as('bob', walletprovider.create, { body });
      expect([answer.status, answer.issues[0]?.path]).toEqual([400, `body.${field}`]);
    },
  );

  test.each(['owner', 'userId', 'walletAddress', 'changes'])(
    'an update by an administrator that contains the field %s is answered with 400',
    async (field) => {
      const options = { params: { id: connectionIdOfAlice }, body: { status: 'suspended', [field]: 'x' } };
      const answer = await as('admin', adminWallets.walletproviderUpdate, options);
      expect([answer.status, answer.issues[0]?.path]).toEqual([400, `body.${field}`]);
      expect(await readAliceConnectionStatus()).toBe('active');
    },
  );

  test('a list of wallet connections or balances rejects the query parameter "account"', async () => {
    for (const route of USER_LIST_ROUTES) {
      const { status } = await as('bob', route, { query: { account: ids.get('alice') ?? '' } });
      expect(status).toBe(400);
    }
  });
});

describe('invalid values of wallet routes', () => {
  test.each([
    ['walletAddress', 'missing', undefined],
    ['walletAddress', 'not an address', 'alice.eth'],
    ['walletAddress', 'an address with one digit too few', ADDRESS.slice(0, -1)],
    ['walletAddress', 'an address without 0x', ADDRESS.slice(2)],
    ['walletAddress', 'an address with a wrong checksum', ADDRESS.replace('aad', 'AAD')],
    ['walletAddress', 'of another type', 12],
    ['userId', 'missing', undefined],
    ['userId', 'empty', ''],
    ['userId', 'a text with a space', 'a b'],
    ['userId', 'a text with a control character', 'a\u0000b'],
    ['userId', 'a text with an invisible character', 'a\u200bb'],
    ['userId', 'a text without a visible character', '\u{e0100}\u3164'],
    ['userId', 'too long', 'x'.repeat(129)],
    ['userId', 'of another type', { $ne: '' }],
  ])('a new connection whose %s is %s is rejected with 400', async (field, _, value) => {
    const body = { walletAddress: ADDRESS, userId: 'carol', [field]: value };
    const answer = await as('bob', walletprovider.create, { body });
    expect([answer.status, answer.issues[0]?.path]).toEqual([400, `body.${field}`]);
  });

  test.each(['x'.repeat(128), 'usr#ALL', 'any', '用户', 'a@b.c/..%2F', '🙂'.repeat(128)])(
    'the end user id %s is stored unchanged',
    async (userId) => {
      const created = await as('pro', walletprovider.create, { body: { walletAddress: ADDRESS, userId } });
      expect([created.status, created.data.userId]).toEqual([201, userId]);
      const { data } = await as('pro', walletprovider.list, { query: { userId, status: 'active' } });
      expect(data.map(({ id }) => id)).toEqual([created.data.id]);
    },
  );

  test('an unknown status is answered with 400 and the valid choices', async () => {
    const { status, error } = await as('alice', wallet.connections, { query: { status: 'deleted' } });
    expect(status).toBe(400);
    expect(error.message).toContain('active, removal_requested, suspended, removed');
  });
});

test('the history of a wallet connection shows its creation, its removal request and its removal', async () => {
  const connect = { body: { walletAddress: ADDRESS.toLowerCase(), userId: 'life' } };
  const created = await as('enterprise', walletprovider.create, connect);
  expect([created.status, created.data.walletAddress]).toEqual([201, ADDRESS]);
  const connectionId: string = created.data.id;
  const again = await as('enterprise', walletprovider.create, connect);
  expect([again.status, again.error.code]).toEqual([422, 'wallet_already_connected']);
  const body = { connectionId, reason: 'lost' };
  const removalAnswer = await as('enterprise', walletprovider.removalRequest, { body });
  expect([removalAnswer.status, removalAnswer.data.removalRequest?.reason]).toEqual([201, 'lost']);
  const decision = { params: { id: connectionId }, body: { status: 'removed', note: 'ok' } };
  const removed = await as('admin', adminWallets.walletproviderUpdate, decision);
  expect([removed.status, removed.data.status, removed.data.note]).toEqual([200, 'removed', 'ok']);
  const back = { ...decision, body: { status: 'active' } };
  const refused = await as('admin', adminWallets.walletproviderUpdate, back);
  expect([refused.status, refused.error.code]).toEqual([422, 'invalid_transition']);
  const trail = await as('admin', adminWallets.walletproviderHistory, { params: { id: connectionId } });
  expect(trail.data.map(({ to }) => to)).toEqual(['removed', 'removal_requested', 'active']);
});
