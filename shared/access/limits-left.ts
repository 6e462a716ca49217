import type { Table } from '../platform/dynamodb/client.ts';
import { type BucketLimits, rateLimitStatus, tokensLeft } from './domain/rate-limit.ts';
import { getAccountRecord } from './store/account-buckets.ts';

/** A rate limit and what remains of it. */
export interface LimitLeft extends BucketLimits {
  /** Value of `X-RateLimit-Remaining`. */
  readonly remaining: number;
  /** Number of requests that would be admitted at once, including the burst. */
  readonly available: number;
  /** Epoch microseconds at which the bucket is full again. */
  readonly fullMicros: number;
}

/** Returns what remains of the account's rate limit. Takes no token. Costs one read. */
export async function limitsLeft(table: Table, userId: string, nowMicros: number): Promise<LimitLeft> {
  const record = await getAccountRecord(table, userId);
  if (record === undefined) throw new Error('An account without a record has a request');
  const { bucket, tat } = record;
  return {
    requestsPerMinute: bucket.requestsPerMinute,
    burst: bucket.burst,
    remaining: rateLimitStatus(bucket, tat, nowMicros).remaining,
    available: tokensLeft(bucket, tat, nowMicros),
    fullMicros: Math.max(tat, nowMicros),
  };
}
