import type { Table } from '../platform/dynamodb/client.ts';
import { strategyOf } from './domain/ids/investment-id.ts';
import { ownerOf } from './domain/ids/owner.ts';
import { countUsers, readOwners } from './store/owners.ts';

/** Owners read at once. */
export const OWNERS_AT_ONCE = 16;

/** What tells that a user of an account has books of their own, as stored, for who follows changes. */
export { ownerItem } from './store/owners.ts';

/** How many of an account's users have books of their own. */
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
 * Whose investment of an account's an id names, and in which strategy; undefined when it can be nobody's there. It
 * follows from the id alone, so that the users are read only when it is not the account's own.
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
