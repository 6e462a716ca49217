import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ITEM_NAMES_BY_FUNCTION } from '../../infra/constructs/functions/items.ts';
import { challengeRoute } from '../../shared/accounts/contract/sign-in/challenge.ts';
import { loginRoute } from '../../shared/accounts/contract/sign-in/login.ts';
import { issueChallenge, login } from '../../shared/accounts/sign-in/sign-in.ts';
import type { SignInSettings } from '../../shared/accounts/sign-in/sign-in-settings.ts';
import { NEW_ACCOUNT_LIMITS } from '../../shared/platform/contract/plans.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { ITEMS, partitionPrefixOf } from '../../shared/platform/dynamodb/table.ts';
import { createAccountsContext } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const NOW = new Date('2026-01-01T12:00:00Z');

/**
 * Returns a table client that rejects every access to items that the IAM role of the route's function does not allow.
 */
function restrictTableToRole(of: Route): Table {
  const allowed = (ITEM_NAMES_BY_FUNCTION[of.id] ?? []).map((name) => partitionPrefixOf(ITEMS[name]));
  return interceptCommands(table, ({ kind, input }) => {
    const text = JSON.stringify(input, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const [, key = ''] of text.matchAll(/":?pk":"([^"]+)"/g)) {
      if (!allowed.some((prefix) => key.startsWith(prefix)))
        throw new Error(`${of.id} may not ${kind} ${key}`);
    }
  });
}

test('a first, a second and a rejected sign-in use only the items that the IAM roles of their functions allow', async () => {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const settings: SignInSettings = {
    uri: 'https://app.example.com/login',
    chainIds: [1],
    newAccounts: NEW_ACCOUNT_LIMITS,
    sessionSeconds: 3_600,
    adminWallet: wallet.address,
  };
  const [asking, entering] = [
    createAccountsContext(restrictTableToRole(challengeRoute)),
    createAccountsContext(restrictTableToRole(loginRoute)),
  ];
  const signed = async () => {
    const request = { wallet_address: wallet.address, chain_id: 1 };
    const { message } = await issueChallenge(asking, settings, request, NOW);
    return { message, signature: await wallet.signMessage({ message }) };
  };
  const first = await login(entering, settings, await signed(), NOW);
  const again = await signed();
  expect((await login(entering, settings, again, NOW)).user.id).toBe(first.user.id);
  await expect(login(entering, settings, again, NOW)).rejects.toMatchObject({ code: 'sign_in_refused' });
});
