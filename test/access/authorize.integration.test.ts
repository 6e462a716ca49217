import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizeAtGateway } from '../../shared/access/authorize.ts';
import { buildCredentialText, CREDENTIAL_RANDOM_BYTES } from '../../shared/access/domain/credential.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import {
  createAccountsContext,
  makeKey,
  makeUser,
  NOW,
  revokeKeyWithoutWebhooks,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const authorize = (text: string, stage: 'test' | 'live' = 'test') =>
  authorizeAtGateway(table, stage, text, NOW, { id: 'api', cacheSeconds: 60 });

test('the authorizer allows a request with an active credential', async () => {
  const limits = { requestsPerMinute: 300, burst: 500 };
  const accounts = createAccountsContext(table);
  const { text, item } = await makeKey(
    accounts,
    (await makeUser(accounts, { plan: 'enterprise', limits })).id,
  );
  expect(await authorize(text)).toEqual({
    isAllowed: true,
    principalId: `${item.user_id}/${item.id}`,
    gatewayKey: undefined,
    limit: 300,
    burst: 500,
    // The sum of three durations: 60 seconds in the authorizer's cache, 60 seconds to refill 300 tokens at 5 per
    // second, and a margin of 1 second.
    reset: NOW.getTime() / 1_000 + 60 + 60 + 1,
    fullAfter: 60,
    retryAfter: 1,
  });
});

test('the authorizer does not reject requests of a suspended account, because the limiter rejects them', async () => {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const { text } = await makeKey(accounts, user.id);
  await updateUser(accounts, user.id, { suspended: true }, NOW);
  expect(await authorize(text)).toMatchObject({ isAllowed: true, limit: PLAN_LIMITS.free.requestsPerMinute });
});

test('the authorizer gives no reason when it rejects an invalid, unknown, revoked or expired credential', async () => {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const revoked = await makeKey(accounts, user.id);
  await revokeKeyWithoutWebhooks(accounts, user.id, revoked.item.id, NOW);
  const expired = await makeKey(accounts, user.id, { expiresMicros: NOW.getTime() * 1_000 });
  const unknown = buildCredentialText('api_key', 'test', new Uint8Array(CREDENTIAL_RANDOM_BYTES));
  for (const text of ['', 'nonsense', unknown, revoked.text, expired.text]) {
    expect(await authorize(text)).toEqual({
      isAllowed: false,
      principalId: 'refused',
      gatewayKey: undefined,
      limit: 0,
      burst: 0,
      reset: 0,
      fullAfter: 0,
      retryAfter: 0,
    });
  }
});

test('live keys are accepted on every stage, but test keys only on a test stage', async () => {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const test = await makeKey(accounts, user.id);
  const live = await makeKey({ ...accounts, environment: 'live' }, user.id);
  const accepted = async (text: string, stage: 'test' | 'live') => (await authorize(text, stage)).isAllowed;
  expect([await accepted(test.text, 'test'), await accepted(live.text, 'test')]).toEqual([true, true]);
  expect([await accepted(test.text, 'live'), await accepted(live.text, 'live')]).toEqual([false, true]);
});
