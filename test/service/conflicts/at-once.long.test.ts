import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logout } from '../../../shared/accounts/sign-in/sessions.ts';
import { issueChallenge, login } from '../../../shared/accounts/sign-in/sign-in.ts';
import type { SignInSettings } from '../../../shared/accounts/sign-in/sign-in-settings.ts';
import { getUser } from '../../../shared/accounts/store/users.ts';
import { NEW_ACCOUNT_LIMITS, PLAN_LIMITS } from '../../../shared/platform/contract/plans.ts';
import { countEntries } from '../../../shared/platform/dynamodb/numbered-list.ts';
import { listConnections } from '../../../shared/wallets/connections.ts';
import { signInHelpers } from '../../accounts/support/sign-ins.ts';
import { createAccountsContext, makeSession, NOW } from '../../support/accounts.ts';
import { withConflictRule } from '../../support/engine/conflict-rule.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { processAllStreamRecords } from '../../support/engine/stream.ts';
import { addressOf, connect } from '../../support/wallets.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const SETTINGS: SignInSettings = {
  uri: 'https://app.example.com/login',
  chainIds: [1],
  newAccounts: NEW_ACCOUNT_LIMITS,
  sessionSeconds: 3_600,
};

async function signIn(
  through: ReturnType<typeof createAccountsContext>,
  wallet = privateKeyToAccount(generatePrivateKey()),
) {
  const request = { wallet_address: wallet.address, chain_id: 1 };
  const { message } = await issueChallenge(through, SETTINGS, request, NOW);
  return login(through, SETTINGS, { message, signature: await wallet.signMessage({ message }) }, NOW);
}

const ANY_PAGE = { page: 1, per_page: 1 };

test('200 accounts that connect a wallet at the same time all succeed without a write conflict', async () => {
  const rule = withConflictRule(table);
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      connect(rule.table, `usr_owner${index}`, `end-user-${index}`, addressOf(index + 1)),
    ),
  );
  expect(rule.counts.conflicts).toBe(0);
  await processAllStreamRecords(table);
  const all = await listConnections(table, {}, ANY_PAGE, (item) => item);
  expect(all.pagination?.total).toBe(200);
}, 180_000);

test('60 wallets that sign up at the same time all succeed without a write conflict', async () => {
  const rule = withConflictRule(table);
  const users = await Promise.all(
    Array.from({ length: 60 }, () => signIn(createAccountsContext(rule.table))),
  );
  expect(new Set(users.map(({ user }) => user.id)).size).toBe(60);
  expect(rule.counts.conflicts).toBe(0);
  await processAllStreamRecords(table);
  expect(await countEntries(table, 'users')).toBe(60);
}, 180_000);

test('14 concurrent sign-ins of one new wallet, each with its own nonce, all succeed', async () => {
  const rule = withConflictRule(table);
  const wallet = privateKeyToAccount(generatePrivateKey());
  const logins = await Promise.all(
    Array.from({ length: 14 }, () => signIn(createAccountsContext(rule.table), wallet)),
  );
  expect(new Set(logins.map(({ token }) => token)).size).toBe(14);
  expect(new Set(logins.map(({ user }) => user.id)).size).toBe(1);
  expect(rule.counts.conflicts).toBeGreaterThan(0);
});

test('an account with the maximum number of sessions can sign in 30 times at once during a logout', async () => {
  const rule = withConflictRule(table);
  const { maxSessions } = PLAN_LIMITS.free;
  const accounts = createAccountsContext(rule.table);
  const wallet = privateKeyToAccount(generatePrivateKey());
  const { user, token } = await signIn(accounts, wallet);
  for (let index = 1; index < maxSessions; index += 1) await makeSession(accounts, user.id, NOW);
  const principal = await signInHelpers(() => accounts).principalBehind(token);
  const logins = Array.from({ length: 30 }, () => signIn(accounts, wallet));
  const [answers] = await Promise.all([
    Promise.all(logins),
    // A sign-in may end this session first, because it is one of the oldest. The logout then ends no session.
    logout(accounts, principal, NOW),
  ]);
  expect(new Set(answers.map((answer) => answer.token)).size).toBe(30);
  const stored = await getUser(table, user.id);
  expect(Object.keys(stored?.sessions ?? {})).toHaveLength(maxSessions);
  expect(rule.counts.conflicts).toBeGreaterThan(0);
});

test('processing stream records again does not change the list of wallet connections', async () => {
  const own = await table.another();
  for (let index = 1; index <= 5; index += 1) await connect(own, 'usr_owner', 'end-user', addressOf(index));
  await processAllStreamRecords(own);
  const before = await listConnections(own, {}, ANY_PAGE, (item) => item);
  expect(before.pagination?.total).toBe(5);
  await Promise.all([processAllStreamRecords(own), processAllStreamRecords(own)]);
  expect(await listConnections(own, {}, ANY_PAGE, (item) => item)).toEqual(before);
});
