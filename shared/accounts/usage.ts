import { type LimitLeft, limitsLeft } from '../access/limits-left.ts';
import { usageOf } from '../access/usage.ts';
import type { Principal } from '../platform/request.ts';
import type { Accounts } from './credentials.ts';
import { iso } from './keys/api-key-views.ts';
import { type CountElsewhere, quotasOf } from './quotas.ts';
import { requireApiKey } from './store/api-key-entries.ts';
import { requireUser } from './users.ts';

/** Requests of the account by hour and by day. */
export function accountUsage({ table }: Accounts, userId: string, now: Date) {
  return usageOf(table, userId, now.getTime() * 1_000);
}

/**
 * The same of one of the user's keys.
 *
 * @throws ApiError api_key_not_found
 */
export async function keyUsage({ table }: Accounts, userId: string, keyId: string, now: Date) {
  const { id } = await requireApiKey(table, userId, keyId);
  return usageOf(table, userId, now.getTime() * 1_000, id);
}

function limitView(limit: LimitLeft) {
  return {
    requests_per_minute: limit.requestsPerMinute,
    burst: limit.burst,
    remaining: limit.remaining,
    available: limit.available,
    full_at: iso(limit.fullMicros),
  };
}

/** What is left of the account's rate limit after this request, and of what its plan allows to be stored. */
export async function limits(
  accounts: Accounts,
  { userId }: Principal,
  countElsewhere: CountElsewhere,
  now: Date,
) {
  const [left, user] = await Promise.all([
    limitsLeft(accounts.table, userId, now.getTime() * 1_000),
    requireUser(accounts, userId),
  ]);
  return {
    plan: user.plan,
    account: limitView(left),
    quotas: await quotasOf(accounts.table, user, countElsewhere, now),
  };
}
