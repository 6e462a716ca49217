import type { Table } from '../platform/dynamodb/client.ts';
import { Limiter } from './domain/limiter.ts';
import type { Bucket } from './domain/rate-limit.ts';
import { newRequestId, PATIENCE_MILLIS } from './limiter-defaults.ts';
import { bucketStore } from './store/address-buckets.ts';

const MINUTES_PER_DAY = 1_440;
const MICROS_PER_DAY = 86_400_000_000;

/** A bucket that admits `perDay` at once and refills as many evenly over a day. */
function dailyBucket(perDay: number): Bucket {
  const intervalMicros = Math.ceil(MICROS_PER_DAY / perDay);
  return {
    requestsPerMinute: perDay / MINUTES_PER_DAY,
    burst: perDay,
    intervalMicros,
    toleranceMicros: (perDay - 1) * intervalMicros,
  };
}

/**
 * Takes one of the `perDay` tokens of `name`. One write.
 *
 * @param nowMicros microseconds since the epoch
 * @returns undefined when there was one; else the whole seconds after which there is the next
 */
export async function takeDaily(
  table: Table,
  name: string,
  perDay: number,
  nowMicros: number,
): Promise<number | undefined> {
  const options = { clock: () => nowMicros, newRequestId, patienceMillis: PATIENCE_MILLIS };
  const limiter = new Limiter(
    bucketStore(() => table, dailyBucket(perDay)),
    options,
  );
  const admission = await limiter.admit(name, undefined);
  if (admission.outcome === 'outdated') throw new Error('A bucket of a name is never outdated');
  return admission.outcome === 'refused' ? admission.retryAfterSeconds : undefined;
}
