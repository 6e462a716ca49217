import type { Table } from '../platform/dynamodb/client.ts';
import { strategyIdOfInvestment } from './domain/ids/investment-id.ts';
import { ownerIdOf } from './domain/ids/owner.ts';
import { readOwnerIds } from './store/owners.ts';

/** Number of owners that are read concurrently. */
export const OWNERS_CONCURRENCY = 16;

export { countSubAccounts, subAccountItemSchema as ownerItem } from './store/owners.ts';

/**
 * Returns the owner ids that a `user_id` filter selects. Undefined selects the account and all its end users. An empty
 * text selects only the account itself.
 */
export async function selectOwners(
  table: Table,
  account: string,
  userId: string | undefined,
): Promise<readonly string[]> {
  return userId === undefined ? readOwnerIds(table, account) : [ownerIdOf(account, userId)];
}

/**
 * Returns the owner and the strategy of a sandbox investment. Returns undefined if the investment belongs neither to
 * the account nor to one of its end users.
 */
export async function findOwnerAndStrategy(
  table: Table,
  account: string,
  investmentId: string,
): Promise<{ readonly ownerId: string; readonly strategyId: string } | undefined> {
  const accountStrategyId = strategyIdOfInvestment(investmentId, account);
  if (accountStrategyId !== undefined) return { ownerId: account, strategyId: accountStrategyId };
  for (const ownerId of await readOwnerIds(table, account)) {
    const strategyId = strategyIdOfInvestment(investmentId, ownerId);
    if (strategyId !== undefined) return { ownerId, strategyId };
  }
  return undefined;
}
