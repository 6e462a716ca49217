import { afterAll, beforeAll, expect, test } from 'vitest';
import { CredentialLimiter } from '../../shared/access/credential-limiter.ts';
import { eraseUser } from '../../shared/accounts/personal-data.ts';
import { getUser } from '../../shared/accounts/store/users.ts';
import { updateUser } from '../../shared/accounts/users.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { queryAll } from '../../shared/platform/dynamodb/query-all.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import {
  createAccountsContext,
  makeKey,
  makeUser,
  NOW,
  TEST_STORE_TIMEOUT_MILLIS,
} from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';
import { processAllStreamRecords } from '../support/engine/stream.ts';
import { microsOf } from './model.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

async function callerOf() {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const key = await makeKey(accounts, user.id);
  const admitUsingTable = async (on: Table = table) => {
    const limiter = new CredentialLimiter(
      () => on,
      () => microsOf(NOW),
      TEST_STORE_TIMEOUT_MILLIS,
    );
    return (await limiter.admit(key.hash)).outcome;
  };
  const erase = (on: Table = table) => eraseUser(createAccountsContext(on), user, NOW);
  const bucketKey = ITEMS.accountBucket.key({ account: user.id });
  /** Checks that the remaining item admits nobody and expires. */
  const expectAccountEnded = async () => {
    expect(await getUser(table, user.id)).toBeUndefined();
    const left = await queryAll(table, bucketKey);
    const ended = { ...bucketKey, status: 'suspended', erased: true, ttl: expect.any(Number) };
    expect(left).toEqual([expect.objectContaining(ended)]);
    expect(await admitUsingTable()).toBe('unusable');
  };
  return { accounts, user, admitUsingTable, erase, bucketKey, expectAccountEnded };
}

test('if an account is erased during its first request, the request does not create the account again', async () => {
  const { admitUsingTable, erase, bucketKey, expectAccountEnded } = await callerOf();
  let isErased = false;
  const tableWithConcurrentErasure = interceptCommands(table, async ({ kind, input }) => {
    if (isErased || kind !== 'UpdateCommand' || input.Key?.pk !== bucketKey.pk) return;
    isErased = true;
    await erase();
  });
  expect(await admitUsingTable(tableWithConcurrentErasure)).toBe('unusable');
  expect(isErased).toBe(true);
  await expectAccountEnded();
});

test('an account whose erasure is in progress is not recreated by requests, stream records or a reinstatement', async () => {
  const { accounts, user, admitUsingTable, erase, expectAccountEnded } = await callerOf();
  expect(await admitUsingTable()).toBe('admitted');
  const outcomes = new Set<string>();
  let isErasing = false;
  let deletions = 0;
  await erase(
    interceptCommands(table, async ({ kind }) => {
      if (kind !== 'BatchWriteCommand' && kind !== 'TransactWriteCommand') return;
      isErasing ||= (await getUser(table, user.id))?.suspended_at !== undefined;
      if (!isErasing) return;
      deletions += 1;
      await processAllStreamRecords(table);
      outcomes.add(await admitUsingTable());
      if (deletions === 1) await updateUser(accounts, user.id, { suspended: false }, NOW);
      outcomes.add(await admitUsingTable());
    }),
  );
  expect(deletions).toBeGreaterThan(0);
  expect([...outcomes]).toEqual(['unusable']);
  await processAllStreamRecords(table);
  await expectAccountEnded();
});
