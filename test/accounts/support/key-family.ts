import { credentialHash } from '../../../shared/access/domain/credential.ts';
import { getCredential } from '../../../shared/access/store/credentials.ts';
import type { Accounts } from '../../../shared/accounts/credentials.ts';
import { createKey, listKeys } from '../../../shared/accounts/keys/api-keys.ts';
import type { Maker } from '../../../shared/accounts/keys/key-makers.ts';
import { revokeKey } from '../../../shared/accounts/keys/key-revocation.ts';
import { type RotateOptions, rotateKey } from '../../../shared/accounts/keys/key-rotation.ts';
import { getUser } from '../../../shared/accounts/store/users.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { makeSession, makeUser, NOW, principalWith } from '../../support/accounts.ts';
import { interposed } from '../../support/engine/interposed.ts';

const PAGE = { page: 1, per_page: 100 };

/** A session of an account and the keys that it and they make, in the accounts of a test's table. */
export async function keyFamily(accounts: Accounts) {
  const user = await makeUser(accounts, { plan: 'enterprise' });
  const session = await makeSession(accounts, user.id, NOW);
  const as = async (text: string): Promise<Maker> => {
    const item = await getCredential(accounts.table, credentialHash(text));
    if (item === undefined) throw new Error('The credential is not stored');
    return { principal: principalWith(user, item), presentedCredential: text };
  };
  const listed = async () => (await listKeys(accounts, user.id, PAGE, NOW)).data;
  const through = (table: Table) => ({ ...accounts, table });
  return {
    user,
    session: session.text,
    as,
    make: async (by: string, table = accounts.table) =>
      createKey(through(table), await as(by), { name: 'x', scopes: ['account:write'] }, NOW),
    revoke: (id: string, table = accounts.table) => revokeKey(through(table), user.id, id, NOW),
    rotate: async (by: string, id: string, options: RotateOptions, table = accounts.table) =>
      rotateKey(through(table), await as(by), id, options, NOW),
    listed,
    /** Ids of the keys that work. */
    working: async () =>
      (await listed())
        .filter(({ status }) => status !== 'expired')
        .map(({ id }) => id)
        .sort(),
    count: async () => (await getUser(accounts.table, user.id))?.api_key_count,
  };
}

const isWrite = (kind: string) => kind === 'TransactWriteCommand' || kind === 'UpdateCommand';

/** The same table, where something happens right before each transaction. */
export function beforeEachTransaction(table: Table, happens: (nth: number) => Promise<unknown>): Table {
  let transactions = 0;
  return interposed(table, async ({ kind }) => {
    if (kind !== 'TransactWriteCommand') return;
    transactions += 1;
    await happens(transactions);
  });
}

/** The same table for a process that is killed right before its write of this number, from 1. */
export function killedBefore(table: Table, nth: number): Table {
  let writes = 0;
  return interposed(table, ({ kind }) => {
    if (isWrite(kind)) writes += 1;
    if (writes >= nth) throw new Error('killed');
  });
}
