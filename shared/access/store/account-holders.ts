import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { PLANS } from '../../platform/contract/plans.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { type Account, accountOf } from '../domain/account.ts';

/** The part of a user's item that its account is made of: a schema that few requests need, made by those. */
const accountHolder = () =>
  z.object({
    id: z.string(),
    version: z.number(),
    role: z.enum(ROLES),
    plan: z.enum(PLANS),
    custom_limits: z.optional(z.object({ requests_per_minute: z.number(), burst: z.number() })),
    suspended_at: z.optional(z.string()),
  });

/** The account as its user's item has it at this moment; undefined for no user. */
export async function getAccount(table: Table, userId: string): Promise<Account | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.user.key({ userId }), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : accountOf(accountHolder().parse(Item));
}

/** The account in a stored user's item. */
export function accountOfItem(item: unknown): Account {
  return accountOf(accountHolder().parse(item));
}
