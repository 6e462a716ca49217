import type { Table } from '../platform/dynamodb/client.ts';
import type { RequestLimiter } from './credential-limiter.ts';
import { type Limited, Limiter } from './domain/limiter.ts';
import type { BucketLimits } from './domain/rate-limit.ts';
import { newRequestId, PATIENCE_MILLIS } from './limiter-defaults.ts';
import { sourceBuckets } from './store/source-buckets.ts';

/** Limits callers without a credential by their source address. */
export function sourceLimiter(
  table: () => Table,
  limits: BucketLimits,
  clock: () => number,
  patienceMillis = PATIENCE_MILLIS,
): RequestLimiter<Limited> {
  const limiter = new Limiter(sourceBuckets(table, limits), { clock, newRequestId, patienceMillis });
  return {
    async admit(source) {
      const admission = await limiter.admit(source, undefined);
      return admission.outcome === 'outdated' ? { outcome: 'unusable' } : admission;
    },
    lastStatus: (source) => limiter.lastStatus(source),
  };
}
