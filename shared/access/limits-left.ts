import type { Table } from '../platform/dynamodb/client.ts';
import { type BucketLimits, rateLimitStatus, tokensLeft } from './domain/rate-limit.ts';
import { getAccountRecord } from './store/account-buckets.ts';

/** A limit and how much of it remains. */
export interface LimitLeft extends BucketLimits {
  /** What `X-RateLimit-Remaining` says. */
  readonly remaining: number;
  /** Requests that would be admitted at once: what the burst allows beyond `remaining` included. */
  readonly available: number;
  /** Microseconds since the epoch from which all of it is there. */
  readonly fullMicros: number;
}

/** What is left of the account's limit. Takes no token; one read. */
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
