import type { Table } from '../platform/dynamodb/client.ts';
import { countRemainingTokens, rateLimitStatusOf } from './domain/rate-limit.ts';
import { getAccountRecord } from './store/account-buckets.ts';

/**
 * Returns the account's rate limit and its remaining tokens, as the API returns them. Takes no token.
 * `remaining` equals the header `X-RateLimit-Remaining`. `available` can be higher, because it includes the burst.
 */
export async function readRemainingLimits(table: Table, userId: string, now: Date) {
  const record = await getAccountRecord(table, userId);
  if (record === undefined) throw new Error('An account without a record has a request');
  const { bucket, fullAtMicros } = record;
  const nowMicros = now.getTime() * 1_000;
  return {
    requests_per_minute: bucket.requestsPerMinute,
    burst: bucket.burst,
    remaining: rateLimitStatusOf(bucket, fullAtMicros, nowMicros).remaining,
    available: countRemainingTokens(bucket, fullAtMicros, nowMicros),
    full_at: new Date(Math.floor(Math.max(fullAtMicros, nowMicros) / 1_000)).toISOString(),
  };
}
