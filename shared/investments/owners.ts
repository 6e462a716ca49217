import type { Table } from '../platform/dynamodb/client.ts';
import { strategyOf } from './domain/ids/investment-id.ts';
import { ownerOf } from './domain/ids/owner.ts';
import { countUsers, readOwners } from './store/owners.ts';

/** Owners read at once. */
export const OWNERS_AT_ONCE = 16;

/** The stored item of a sub-account, for code that follows changes. */
export { ownerItem } from './store/owners.ts';

/** The number of an account's sub-accounts. */
export function countSubAccounts(table: Table, account: string): Promise<number> {
  return countUsers(table, account);
}

/** The owners that a filter by user means: all of an account's, one of its users, or (empty) the account itself. */
export async function ownersMeant(
  table: Table,
  account: string,
  userId: string | undefined,
): Promise<readonly string[]> {
  return userId === undefined ? readOwners(table, account) : [ownerOf(account, userId)];
}

/**
 * The owner and strategy of an account's investment id; undefined when the id can belong to none of the account's
 * owners. The id alone decides this, so users are read only when it is not the account's own.
 */
export async function placeOfInvestment(
  table: Table,
  account: string,
  investmentId: string,
): Promise<{ readonly ownerId: string; readonly strategyId: string } | undefined> {
  const own = strategyOf(investmentId, account);
  if (own !== undefined) return { ownerId: account, strategyId: own };
  for (const ownerId of await readOwners(table, account)) {
    const strategyId = strategyOf(investmentId, ownerId);
    if (strategyId !== undefined) return { ownerId, strategyId };
  }
  return undefined;
}
