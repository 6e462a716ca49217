import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { AccountItem } from './account-buckets.ts';

/**
 * Returns an account item that blocks all requests. Its version is the maximum, so that no later change replaces it.
 */
function buildEndedAccountItem(): AccountItem {
  const { requestsPerMinute: requests_per_minute, burst } = PLAN_LIMITS.free;
  const version = Number.MAX_SAFE_INTEGER;
  const endedAccountFields = {
    status: 'suspended',
    role: 'user',
    plan: 'free',
    requests_per_minute,
    burst,
  } as const;
  return { full_at_micros: 0, cache_version: 0, version, ...endedAccountFields, counts: {} };
}

/**
 * Returns the write that ends an account permanently. It does not delete the account's item, because a delayed change
 * could then create the account again.
 * @param ttl epoch seconds from which the item may be deleted
 */
export function buildAccountEndWrite(account: string, ttl: number) {
  return {
    Put: {
      Item: {
        ...ITEMS.accountBucket.key({ account }),
        ...buildEndedAccountItem(),
        erased: true,
        [TABLE.ttlAttribute]: ttl,
      },
    },
  };
}
