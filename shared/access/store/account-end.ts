import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { AccountItem } from './account-buckets.ts';

/** A suspended account of a version that no change can follow, and of nobody any more. */
function ended(): AccountItem {
  const { requestsPerMinute: requests_per_minute, burst } = PLAN_LIMITS.free;
  const version = Number.MAX_SAFE_INTEGER;
  const nobody = { status: 'suspended', role: 'user', plan: 'free', requests_per_minute, burst } as const;
  return { tat: 0, stamp: 0, version, ...nobody, counts: {} };
}

/**
 * The write that ends an account for ever: its item stands in the way of requests and of old changes, which would make
 * it anew, and is gone when none can still be under way.
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
