import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { buildIncrementWrite, readCount } from '../../platform/dynamodb/counter.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { ownerIdOf, splitOwnerId } from '../domain/ids/owner.ts';

/** A sub-account: an end user with a sandbox ledger, and the account that serves this end user. */
export const subAccountItemSchema = /* @__PURE__ */ z.object({ account: z.string(), user_id: z.string() });

const subAccountCounterOf = (account: string) => ({
  key: ITEMS.ledgerUserCount.key({ account }),
  attribute: 'users',
});

/**
 * Returns the writes that register a new owner with its account. If the owner is the account itself, no writes
 * are needed.
 * For an end user, the first write fails if the account already has `max` sub-accounts.
 */
export async function buildNewOwnerWrites(table: Table, ownerId: string, max: number): Promise<Write[]> {
  const { account, userId } = splitOwnerId(ownerId);
  if (userId === null) return [];
  return [
    buildIncrementWrite(subAccountCounterOf(account), max, await countSubAccounts(table, account)),
    { Put: { Item: { ...ITEMS.ledgerUser.key({ account, userId }), account, user_id: userId } } },
  ];
}

/** Returns the stored number of an account's sub-accounts. Returns undefined if no number is stored yet. */
export function readSubAccountCount(table: Table, account: string): Promise<number | undefined> {
  return readCount(table, subAccountCounterOf(account));
}

/**
 * Returns the stored number of an account's sub-accounts. If no number is stored, counts the items of the
 * sub-accounts.
 */
export async function countSubAccounts(table: Table, account: string): Promise<number> {
  return (await readSubAccountCount(table, account)) ?? (await readSubAccounts(table, account)).length;
}

/** Returns the stored sub-accounts of an account, sorted by user id. */
export async function readSubAccounts(table: Table, account: string) {
  const items = await queryAll(table, ITEMS.ledgerUser.key({ account, userId: '' }));
  return items.map((item) => subAccountItemSchema.parse(item));
}

/** Returns all owner ids of an account: first the account, then its end users by id. */
export async function readOwnerIds(table: Table, account: string): Promise<string[]> {
  const subAccounts = await readSubAccounts(table, account);
  return [account, ...subAccounts.map(({ user_id }) => ownerIdOf(account, user_id))];
}
