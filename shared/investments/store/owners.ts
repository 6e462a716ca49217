import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { ownerOf, partsOf } from '../domain/owner.ts';

/** A user of an account who has books of their own. */
export const ownerItem = /* @__PURE__ */ z.object({ account: z.string(), user_id: z.string() });

const counted = /* @__PURE__ */ z.object({ users: z.int() });

/**
 * The writes that make a new owner known to its account: of the account itself, none. Of one of its users, the first
 * fails when the account has `max` of them.
 */
export function newOwnerWrites(ownerId: string, max: number): Write[] {
  const { account, userId } = partsOf(ownerId);
  if (userId === null) return [];
  return [
    {
      Update: {
        Key: ITEMS.ledgerUserCount.key({ account }),
        UpdateExpression: 'ADD #users :one',
        ConditionExpression: 'attribute_not_exists(pk) OR #users < :max',
        ExpressionAttributeNames: { '#users': 'users' },
        ExpressionAttributeValues: { ':one': 1, ':max': max },
      },
    },
    { Put: { Item: { ...ITEMS.ledgerUser.key({ account, userId }), account, user_id: userId } } },
  ];
}

/** How many users of an account have books of their own. */
export async function countUsers(table: Table, account: string): Promise<number> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: ITEMS.ledgerUserCount.key({ account }),
      ConsistentRead: true,
    }),
  );
  return Item === undefined ? 0 : counted.parse(Item).users;
}

/** All owners of an account's books: the account first, then its users by their ids. */
export async function readOwners(table: Table, account: string): Promise<string[]> {
  const items = await queryAll(table, ITEMS.ledgerUser.key({ account, userId: '' }));
  return [account, ...items.map((each) => ownerOf(account, ownerItem.parse(each).user_id))];
}
