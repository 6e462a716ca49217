import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { countWrite, readCount } from '../../platform/dynamodb/counter.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { ownerOf, partsOf } from '../domain/ids/owner.ts';

/** A user of an account with a sub-account. */
export const ownerItem = /* @__PURE__ */ z.object({ account: z.string(), user_id: z.string() });

const counterOf = (account: string) => ({ key: ITEMS.ledgerUserCount.key({ account }), attribute: 'users' });

/**
 * The writes that make a new owner known to its account: of the account itself, none. Of one of its users, the first
 * fails when the account has `max` of them.
 */
export async function newOwnerWrites(table: Table, ownerId: string, max: number): Promise<Write[]> {
  const { account, userId } = partsOf(ownerId);
  if (userId === null) return [];
  return [
    countWrite(counterOf(account), max, await countUsers(table, account)),
    { Put: { Item: { ...ITEMS.ledgerUser.key({ account, userId }), account, user_id: userId } } },
  ];
}

/** What the counter of an account's users says; undefined where nothing has been counted. */
export function readUserCount(table: Table, account: string): Promise<number | undefined> {
  return readCount(table, counterOf(account));
}

/** The number of an account's sub-accounts: from the counter, or by counting them where there is no counter. */
export async function countUsers(table: Table, account: string): Promise<number> {
  return (await readUserCount(table, account)) ?? (await readUsers(table, account)).length;
}

/** The stored sub-accounts of an account, by user id. */
export async function readUsers(table: Table, account: string) {
  const items = await queryAll(table, ITEMS.ledgerUser.key({ account, userId: '' }));
  return items.map((item) => ownerItem.parse(item));
}

/** All owners of an account's ledgers: the account first, then its users by their ids. */
export async function readOwners(table: Table, account: string): Promise<string[]> {
  const users = await readUsers(table, account);
  return [account, ...users.map(({ user_id }) => ownerOf(account, user_id))];
}
