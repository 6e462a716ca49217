import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizeAtGateway } from '../../shared/access/authorize.ts';
import { credentialText, RANDOM_BYTES } from '../../shared/access/domain/credential.ts';
import { revokeKey } from '../../shared/accounts/keys/key-revocation.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { makeKey, makeUser, NOW, testAccounts } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const authorize = (text: string) =>
  authorizeAtGateway(table, 'test', text, NOW, { id: 'api', cacheSeconds: 60 });

test('an active credential is let through with the figures of its account', async () => {
  const accounts = testAccounts(table);
  const { text, item } = await makeKey(accounts, (await makeUser(accounts, { plan: 'pro' })).id);
  expect(await authorize(text)).toEqual({
    isAllowed: true,
    principalId: `${item.user_id}/${item.id}`,
    gatewayKey: undefined,
    limit: 300,
    // The cache's minute, 500 requests at 5 a second, and a second for the answer's way.
    reset: NOW.getTime() / 1_000 + 60 + 100 + 1,
    fullAfter: 101,
    retryAfter: 1,
  });
});

test.each([
  // The account's 100 requests at one a second are there again later than the key's one, which is waited for longer.
  [
    { requests_per_minute: 1, burst: 1 },
    { limit: 1, fullAfter: 101, retryAfter: 60 },
  ],
  [
    { requests_per_minute: 2, burst: 10 },
    { limit: 2, fullAfter: 301, retryAfter: 30 },
  ],
  [
    { requests_per_minute: 60, burst: 2 },
    { limit: 60, fullAfter: 101, retryAfter: 1 },
  ],
])('of a key with limits of its own the longer waits are told: %j', async (limits, told) => {
  const accounts = testAccounts(table);
  const { text } = await makeKey(accounts, (await makeUser(accounts)).id, { limits });
  const reset = NOW.getTime() / 1_000 + 60 + told.fullAfter;
  expect(await authorize(text)).toMatchObject({ isAllowed: true, reset, ...told });
});

test('a suspended account is left to the limiter, as the gateway would go on refusing one that is reinstated', async () => {
  const accounts = testAccounts(table);
  const user = await makeUser(accounts);
  const { text } = await makeKey(accounts, user.id);
  await updateUser(accounts, user.id, { suspended: true }, NOW);
  expect(await authorize(text)).toMatchObject({ isAllowed: true, limit: 60 });
});

test('every other text is refused without a word about why', async () => {
  const accounts = testAccounts(table);
  const user = await makeUser(accounts);
  const revoked = await makeKey(accounts, user.id);
  await revokeKey(accounts, user.id, revoked.item.id, NOW);
  const expired = await makeKey(accounts, user.id, { expiresMicros: NOW.getTime() * 1_000 });
  const elsewhere = await makeKey({ ...accounts, environment: 'live' }, user.id);
  const unknown = credentialText('api_key', 'test', new Uint8Array(RANDOM_BYTES));
  for (const text of ['', 'nonsense', unknown, revoked.text, expired.text, elsewhere.text]) {
    expect(await authorize(text)).toEqual({
      isAllowed: false,
      principalId: 'refused',
      gatewayKey: undefined,
      limit: 0,
      reset: 0,
      fullAfter: 0,
      retryAfter: 0,
    });
  }
});
