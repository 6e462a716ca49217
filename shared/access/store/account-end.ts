import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { AccountItem } from './account-buckets.ts';

/** Returns a suspended account item whose version is higher than any later change. */
function endedAccountItem(): AccountItem {
  const { requestsPerMinute: requests_per_minute, burst } = PLAN_LIMITS.free;
  const version = Number.MAX_SAFE_INTEGER;
  const defaultHolder = {
    status: 'suspended',
    role: 'user',
    plan: 'free',
    requests_per_minute,
    burst,
  } as const;
  return { tat: 0, stamp: 0, version, ...defaultHolder, counts: {} };
}

/**
 * Returns the write that ends an account permanently. The item blocks requests and delayed changes
 * that would create the account again. It expires when none of them can be in progress.
 * @param ttl epoch seconds at which the item may be deleted
 */
export function accountEndWrite(account: string, ttl: number) {
  return {
    Put: {
      Item: {
        ...ITEMS.accountBucket.key({ account }),
        ...endedAccountItem(),
        erased: true,
        [TABLE.ttlAttribute]: ttl,
      },
    },
  };
}
