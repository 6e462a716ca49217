import type { Table } from '../platform/dynamodb/client.ts';
import { type BucketRecord, Limiter } from './domain/limiter.ts';
import { type BucketLimits, bucketOf } from './domain/rate-limit.ts';
import { newRequestId, TIMEOUT_MILLIS } from './limiter-defaults.ts';
import type { RequestLimiter } from './request-limiter.ts';
import { bucketStore } from './store/address-buckets.ts';

/** Creates a limiter for anonymous callers, with one bucket per IP address. */
export function addressLimiter(
  table: () => Table,
  limits: BucketLimits,
  clock: () => number,
  timeoutMillis = TIMEOUT_MILLIS,
): RequestLimiter<BucketRecord> {
  const limiter = new Limiter(bucketStore(table, bucketOf(limits)), {
    clock,
    newRequestId,
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
