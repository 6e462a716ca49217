import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { AccountItem } from './account-buckets.ts';

/** A suspended account without a user, whose version no change can follow. */
function ended(): AccountItem {
  const { requestsPerMinute: requests_per_minute, burst } = PLAN_LIMITS.free;
  const version = Number.MAX_SAFE_INTEGER;
  const nobody = { status: 'suspended', role: 'user', plan: 'free', requests_per_minute, burst } as const;
  return { tat: 0, stamp: 0, version, ...nobody, counts: {} };
}

/**
 * The write that ends an account permanently. Its item blocks requests and old changes, which would create the account
 * again, and expires when none of them can still be in progress.
 *
 * @param ttl epoch seconds from which it may go
 */
export function endOfAccountWrite(account: string, ttl: number) {
  return {
    Put: {
      Item: { ...ITEMS.accountBucket.key({ account }), ...ended(), erased: true, [TABLE.ttlAttribute]: ttl },
    },
  };
}
