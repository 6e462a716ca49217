import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listInvestments } from '../../shared/investments/investments.ts';
import { countSubAccounts } from '../../shared/investments/owners.ts';
import { ApiError } from '../../shared/platform/contract/errors.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { buildLedgerDependencies, Investor, publish, T0, verify } from '../support/ledger.ts';

const { maxSubAccounts: MAX } = PLAN_LIMITS.free;

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const rejectionOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  );

test('if the quota has room for 10 more sub-accounts, concurrent first deposits of 30 end users open only 10', async () => {
  const { id } = await publish(table);
  const who = new Investor('usr_wholesale', buildLedgerDependencies(table));
  const invest = (user: string) => who.deposit(id, '20', undefined, user);
  // Set the stored count to 10 below the quota, so that the test need not create these sub-accounts.
  const Item = { ...ITEMS.ledgerUserCount.key({ account: who.ownerId }), users: MAX - 10 };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  // A busy account rejects some deposits with 429, and these clients repeat them.
  const depositWithRetries = async (user: string): Promise<unknown> => {
    const error = await rejectionOf(invest(user));
    return error instanceof ApiError && error.code === 'too_many_transactions'
      ? depositWithRetries(user)
      : error;
  };
  const tried = await Promise.all(Array.from({ length: 30 }, (_, n) => depositWithRetries(`user-${n}`)));
  const refused = tried.filter((error) => error !== undefined);
  expect(refused).toHaveLength(20);
  for (const error of refused) {
    expect(error).toMatchObject({
      code: 'sub_account_limit_reached',
      details: { max_sub_accounts: MAX },
      message: expect.stringContaining(`your plan allows ${MAX}`),
    });
  }
  expect(await countSubAccounts(table, who.ownerId)).toBe(MAX);
  const query = { page: 1, per_page: 1 };
  const { pagination } = await listInvestments(table, who.ownerId, query, new Date(T0));
  expect(pagination.total).toBe(10);
  // The verification does not trust the stored number of sub-accounts. It counts the sub-accounts again and reports the
  // difference.
  expect((await verify(table)).differences).toEqual([
    { where: who.ownerId, what: 'number of sub-accounts', expected: '10', found: String(MAX) },
  ]);
  await who.deposit(id, '20', undefined, `user-${tried.indexOf(undefined)}`);
  await who.deposit(id, '20');
  expect(await countSubAccounts(table, who.ownerId)).toBe(MAX);
});

test('a rejected first deposit of an end user opens no sub-account', async () => {
  const { id } = await publish(table);
  const who = new Investor('usr_careful', buildLedgerDependencies(table));
  const refused = await rejectionOf(who.deposit(id, '0.5', undefined, 'bea'));
  expect(refused).toMatchObject({ code: 'below_minimum_deposit' });
  expect(await countSubAccounts(table, who.ownerId)).toBe(0);
  await who.deposit(id, '20', undefined, 'cy');
  expect(await countSubAccounts(table, who.ownerId)).toBe(1);
});

test('after the counter of sub-accounts is deleted, the next deposits restore it', async () => {
  const { id } = await publish(table);
  const who = new Investor('usr_uncounted', buildLedgerDependencies(table));
  const invest = (user: string) => who.deposit(id, '20', undefined, user);
  for (const user of ['ann', 'bea', 'cy']) await invest(user);
  const Key = ITEMS.ledgerUserCount.key({ account: who.ownerId });
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  expect(await countSubAccounts(table, who.ownerId)).toBe(3);
  await Promise.all(['dan', 'eve', 'fay', 'gus'].map(invest));
  expect(await countSubAccounts(table, who.ownerId)).toBe(7);
  const { differences } = await verify(table);
  expect(differences.filter(({ where }) => where.startsWith(who.ownerId))).toEqual([]);
});
