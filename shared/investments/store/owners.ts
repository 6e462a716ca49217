import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { ownerOf, partsOf } from '../domain/owner.ts';

const item = /* @__PURE__ */ z.object({ user_id: z.string() });

/** The writes that make a new owner known to its account: of one of its users, one; of the account itself, none. */
export function newOwnerWrites(ownerId: string): Write[] {
  const { account, userId } = partsOf(ownerId);
  if (userId === null) return [];
  return [{ Put: { Item: { ...ITEMS.ledgerUser.key({ account, userId }), user_id: userId } } }];
}

/** All owners of an account's books: the account first, then its users by their ids. */
export async function readOwners(table: Table, account: string): Promise<string[]> {
  const items = await queryAll(table, ITEMS.ledgerUser.key({ account, userId: '' }));
  return [account, ...items.map((each) => ownerOf(account, item.parse(each).user_id))];
}
