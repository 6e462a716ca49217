import { type LimitLeft, limitsLeft } from '../access/limits-left.ts';
import { usageOf } from '../access/usage.ts';
import type { Principal } from '../platform/request.ts';
import { countLiveConnections } from '../wallets/connections.ts';
import { type Accounts, limitsOf } from './credentials.ts';
import { iso } from './keys/api-key-views.ts';
import { requireApiKey } from './store/api-key-entries.ts';
import type { UserItem } from './store/users.ts';
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

/** What the plan has room for of things that are stored, and how much of it is used. */
async function quotas({ table }: Accounts, user: UserItem, now: Date) {
  const { maxApiKeys, maxSessions, maxWalletConnections } = limitsOf(user);
  const nowMicros = now.getTime() * 1_000;
  const sessions = Object.values(user.sessions).filter(({ expires_micros }) => expires_micros > nowMicros);
  return {
    api_keys: { used: user.api_key_count, max: maxApiKeys },
    sessions: { used: sessions.length, max: maxSessions },
    wallet_connections: { used: await countLiveConnections(table, user.id), max: maxWalletConnections },
  };
}

/** What is left of the caller's limits after the request that asks, and of what their plan has room for. */
export async function limits(accounts: Accounts, principal: Principal, now: Date) {
  const [left, user] = await Promise.all([
    limitsLeft(accounts.table, principal, now.getTime() * 1_000),
    requireUser(accounts, principal.userId),
  ]);
  return {
    plan: user.plan,
    account: limitView(left.account),
    credential: left.credential === undefined ? null : limitView(left.credential),
    quotas: await quotas(accounts, user, now),
  };
}
