import { readRemainingLimits } from '../access/limits-left.ts';
import { readUsage } from '../access/usage.ts';
import type { Principal } from '../platform/request.ts';
import type { Accounts } from './credentials.ts';
import { type CountAlertsAndWebhooks, readQuotas } from './quotas.ts';
import { requireApiKey } from './store/api-key-entries.ts';
import { requireUser } from './users.ts';

export function readAccountUsage({ table }: Accounts, userId: string, now: Date) {
  return readUsage(table, userId, now.getTime() * 1_000);
}

/** @throws ApiError api_key_not_found */
export async function keyUsage({ table }: Accounts, userId: string, keyId: string, now: Date) {
  const { id } = await requireApiKey(table, userId, keyId);
  return readUsage(table, userId, now.getTime() * 1_000, id);
}

/** Returns the state of the account's rate limit after this request, and its quotas. */
export async function readLimits(
  accountsContext: Accounts,
  { userId }: Principal,
  countAlertsAndWebhooks: CountAlertsAndWebhooks,
  now: Date,
) {
  const [account, user] = await Promise.all([
    readRemainingLimits(accountsContext.table, userId, now),
    requireUser(accountsContext, userId),
  ]);
  return {
    plan: user.plan,
    account,
    quotas: await readQuotas(accountsContext.table, user, countAlertsAndWebhooks, now),
  };
}
