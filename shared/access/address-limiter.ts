import type { Table } from '../platform/dynamodb/client.ts';
import { type BucketRecord, Limiter } from './domain/limiter.ts';
import { type BucketLimits, bucketOf } from './domain/rate-limit.ts';
import { createRandomId, STORE_TIMEOUT_MILLIS } from './limiter-defaults.ts';
import type { RequestLimiter } from './request-limiter.ts';
import { createBucketStore } from './store/address-buckets.ts';

/** Creates a limiter for anonymous callers, with one bucket per IP address. */
export function createAddressLimiter(
  table: () => Table,
  limits: BucketLimits,
  clock: () => number,
  timeoutMillis = STORE_TIMEOUT_MILLIS,
): RequestLimiter<BucketRecord> {
  const limiter = new Limiter(createBucketStore(table, bucketOf(limits)), {
    clock,
    createRequestId: createRandomId,
    timeoutMillis,
  });
  return {
    async admit(address) {
      const admission = await limiter.admit(address, undefined);
      return admission.outcome === 'outdated' ? { outcome: 'unusable' } : admission;
    },
    lastStatus: (address) => limiter.lastStatus(address),
  };
}
