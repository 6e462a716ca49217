import type { Table } from '../platform/dynamodb/client.ts';
import { Limiter } from './domain/limiter.ts';
import type { Bucket } from './domain/rate-limit.ts';
import { createRandomId, STORE_TIMEOUT_MILLIS } from './limiter-defaults.ts';
import { createBucketStore } from './store/address-buckets.ts';

const MINUTES_PER_DAY = 1_440;
const MICROS_PER_DAY = 86_400_000_000;

/** Returns a bucket that admits `requestsPerDay` requests at once and refills evenly over a day. */
function createDailyBucket(requestsPerDay: number): Bucket {
  const intervalMicros = Math.ceil(MICROS_PER_DAY / requestsPerDay);
  return {
    requestsPerMinute: requestsPerDay / MINUTES_PER_DAY,
    burst: requestsPerDay,
    intervalMicros,
    toleranceMicros: (requestsPerDay - 1) * intervalMicros,
  };
}

/**
 * Takes one token from the bucket `name`. The bucket admits `requestsPerDay` requests per day.
 * @param nowMicros epoch microseconds
 * @returns undefined if a token was taken, otherwise the number of seconds until the next token
 */
export async function takeDailyToken(
  table: Table,
  name: string,
  requestsPerDay: number,
  nowMicros: number,
): Promise<number | undefined> {
  const options = {
    clock: () => nowMicros,
    createRequestId: createRandomId,
    timeoutMillis: STORE_TIMEOUT_MILLIS,
  };
  const limiter = new Limiter(
    createBucketStore(() => table, createDailyBucket(requestsPerDay)),
    options,
  );
  const admission = await limiter.admit(name, undefined);
  if (admission.outcome === 'outdated') throw new Error('A bucket of a name is never outdated');
  return admission.outcome === 'refused' ? admission.retryAfterSeconds : undefined;
}
