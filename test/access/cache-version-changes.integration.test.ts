import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import { getAccountRecord } from '../../shared/access/store/account-buckets.ts';
import type { Accounts } from '../../shared/accounts/credentials.ts';
import { type ApiKeyChange, rotateKey, updateKey } from '../../shared/accounts/keys/key-changes.ts';
import { revokeSession } from '../../shared/accounts/sign-in/sessions.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { processChanges } from '../../shared/service/changes.ts';
import {
  createAccountsContext,
  makeKey,
  makeSession,
  makeUser,
  NOW,
  principalWith,
  revokeKeyWithoutWebhooks,
  TEST_STORE_TIMEOUT_MILLIS,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';
import { createStreamReader } from '../support/engine/stream.ts';
import { microsOf } from './model.ts';

const HOME = ['192.0.2.0/24'];

let table: EmbeddedTable;
let accounts: Accounts;
let readNewStreamRecords: () => Promise<unknown[]>;
beforeAll(async () => {
  table = await startTable();
  accounts = createAccountsContext(table);
  readNewStreamRecords = createStreamReader(table);
});
afterAll(() => table.stop());

/** Returns a key that an instance has admitted, with functions that change it. */
async function createWarmKey() {
  const user = await makeUser(accounts);
  const key = await makeKey(accounts, user.id);
  const session = await makeSession(accounts, user.id, NOW);
  const limiter = new CredentialLimiter(
    () => table,
    () => microsOf(NOW),
    TEST_STORE_TIMEOUT_MILLIS,
  );
  const admit = async () => (await limiter.admit(key.hash, '192.0.2.1')).outcome;
  expect(await admit()).toBe('admitted');
  await readNewStreamRecords();
  const manager = { principal: principalWith(user, session.item), presentedCredential: session.text };
  return {
    key,
    admit,
    account: ITEMS.accountBucket.key({ account: user.id }),
    readCacheVersion: async () => (await getAccountRecord(table, user.id))?.cacheVersion ?? 0,
    follow: async () => processChanges(table, await readNewStreamRecords()),
    put: (change: ApiKeyChange) => updateKey(accounts, user.id, manager, key.item.id, change, NOW),
    rotate: () => rotateKey(accounts, user.id, manager, key.item.id, { overlap_seconds: 60 }, NOW),
    revoke: (through: Accounts = accounts) => revokeKeyWithoutWebhooks(through, user.id, key.item.id, NOW),
    endSession: () => revokeSession(accounts, user.id, session.item.id, NOW),
  };
}

test('renaming a key does not increase the cache version of its account', async () => {
  const { put, follow, readCacheVersion } = await createWarmKey();
  const before = await readCacheVersion();
  expect(await put({ name: 'renamed' })).toMatchObject({ name: 'renamed' });
  await follow();
  expect(await readCacheVersion()).toBe(before);
});

describe('the cache version of an account (after an increase, limiter instances read the account again)', () => {
  const changes: [string, (of: Awaited<ReturnType<typeof createWarmKey>>) => Promise<unknown>, number?][] = [
    [
      'a change of the address allowlist of a key',
      ({ put }) => put({ name: 'at home', allowed_ips: ['192.0.2.0/24'] }),
    ],
    ['the rotation of a key', ({ rotate }) => rotate()],
    // A revocation increases the cache version twice: when it ends the key, and when it removes the key from the list.
    // The second increase is needed if an earlier revocation of the key was interrupted.
    ['the revocation of a key', ({ revoke }) => revoke(), 2],
    ['the end of a session', (of) => of.endSession()],
  ];
  test.each(changes)(
    '%s immediately increases the cache version of the account, and the stream follower does not increase this version again',
    async (_, change, moves = 1) => {
      const known = await createWarmKey();
      const before = await known.readCacheVersion();
      await change(known);
      expect(await known.readCacheVersion()).toBe(before + moves);
      await known.follow();
      expect(await known.readCacheVersion()).toBe(before + moves);
    },
  );

  test('the stream follower increases the cache version of an account only once for several changes of a key', async () => {
    const { put, follow, readCacheVersion } = await createWarmKey();
    const before = await readCacheVersion();
    const homes = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'];
    for (const count of [3, 2, 1]) await put({ allowed_ips: homes.slice(0, count) });
    await follow();
    expect(await readCacheVersion()).toBe(before + 4);
  });
});

describe('the stream follower makes every instance read an account again', () => {
  test.each([
    ['without an earlier change of the account', async () => undefined],
    [
      'after another change of the account',
      ({ put }: Awaited<ReturnType<typeof createWarmKey>>) => put({ allowed_ips: HOME }),
    ],
  ])(
    'every instance rejects a key although its revocation crashed before writing the cache version (%s)',
    async (_, earlier) => {
      const known = await createWarmKey();
      const { account, admit, follow, revoke } = known;
      await earlier(known);
      expect(await admit()).toBe('admitted');
      const crashing = interceptCommands(table, ({ kind, input }) => {
        if (kind === 'UpdateCommand' && input.Key?.pk === account.pk) throw new Error('crashed');
      });
      await expect(revoke({ ...accounts, table: crashing })).rejects.toThrow('crashed');
      expect(await admit()).toBe('admitted');
      await follow();
      expect(await admit()).toBe('unusable');
    },
  );

  test('every instance rejects a key that a direct database write has revoked', async () => {
    const { key, admit, follow, put } = await createWarmKey();
    await put({ allowed_ips: HOME });
    expect(await admit()).toBe('admitted');
    await follow();
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: ITEMS.credential.key({ hash: key.hash }),
        UpdateExpression: 'SET #status = :revoked',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':revoked': 'revoked' },
      }),
    );
    expect(await admit()).toBe('admitted');
    await follow();
    expect(await admit()).toBe('unusable');
  });
});
