import type { Table } from '../platform/dynamodb/client.ts';
import type { Principal } from '../platform/request.ts';
import { type BucketLimits, bucketOf, rateLimitStatus, tokensLeft } from './domain/rate-limit.ts';
import { getAccountRecord } from './store/account-buckets.ts';
import { getKeyBucket } from './store/key-buckets.ts';

/** A limit, and what is left of it. */
export interface LimitLeft extends BucketLimits {
  /** What `X-RateLimit-Remaining` says. */
  readonly remaining: number;
  /** Requests that would be admitted at once: what the burst allows beyond `remaining` included. */
  readonly available: number;
  /** Microseconds since the epoch from which all of it is there. */
  readonly fullMicros: number;
}

function leftOf(limits: BucketLimits, tat: number, nowMicros: number): LimitLeft {
  const bucket = bucketOf(limits);
  return {
    requestsPerMinute: bucket.requestsPerMinute,
    burst: bucket.burst,
    remaining: rateLimitStatus(bucket, tat, nowMicros).remaining,
    available: tokensLeft(bucket, tat, nowMicros),
    fullMicros: Math.max(tat, nowMicros),
  };
}

/** What is left of the account's limit and, where the credential has one, of its own. Takes no token; two reads at most. */
export async function limitsLeft(
  table: Table,
  { userId, limits }: Principal,
  nowMicros: number,
): Promise<{ readonly account: LimitLeft; readonly credential: LimitLeft | undefined }> {
  const own = limits === undefined ? undefined : bucketOf(limits);
  const [record, ownTat] = await Promise.all([
    getAccountRecord(table, userId),
    limits === undefined ? 0 : getKeyBucket(table, userId, limits.line, limits),
  ]);
  if (record === undefined) throw new Error('An account without a record has a request');
  return {
    account: leftOf(record.bucket, record.tat, nowMicros),
    credential: own === undefined ? undefined : leftOf(own, ownTat, nowMicros),
  };
}
