import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { PLANS } from '../../platform/contract/plans.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { type Account, accountOf } from '../domain/account.ts';

/** Created only when needed, because few requests need this schema. */
const createAccountUserSchema = () =>
  z.object({
    id: z.string(),
    version: z.number(),
    role: z.enum(ROLES),
    plan: z.enum(PLANS),
    custom_limits: z.optional(z.object({ requests_per_minute: z.number(), burst: z.number() })),
    suspended_at: z.optional(z.string()),
  });

/** Reads a user's item and returns the user's account. Returns undefined if the user does not exist. */
export async function getAccount(table: Table, userId: string): Promise<Account | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.user.key({ userId }), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : accountOf(createAccountUserSchema().parse(Item));
}

export function accountOfItem(item: unknown): Account {
  return accountOf(createAccountUserSchema().parse(item));
}
