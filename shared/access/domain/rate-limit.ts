/**
 * The exact rate limit: a token bucket that is stored as one number, based on the Generic Cell Rate Algorithm (ITU-T
 * I.371). `fullAtMicros` (theoretical arrival time) is the time at which the bucket is full again. All times are
 * integers in epoch microseconds.
 */

/** The two limits of a plan: tokens refilled per minute, and tokens in a full bucket. */
export interface BucketLimits {
  readonly requestsPerMinute: number;
  readonly burst: number;
}

export interface Bucket extends BucketLimits {
  /** Time in which one token is refilled, in microseconds. */
  readonly intervalMicros: number;
  /**
   * A request is admitted if the bucket will be full again within this time. In microseconds: `(burst - 1) x
   * intervalMicros`.
   */
  readonly toleranceMicros: number;
}

/**
 * Which conditional update takes a token. `idle`: the bucket is full (`fullAtMicros <= now`), so `fullAtMicros` becomes
 * `now` plus one interval. `busy`: `fullAtMicros` is later than `now` and increases by one interval. Two updates are
 * needed, because DynamoDB has no `max()`.
 */
export type BucketUpdateKind = 'idle' | 'busy';

const MICROS_PER_MINUTE = 60_000_000;
const MICROS_PER_SECOND = 1_000_000;

/**
 * Allowed range of `requestsPerMinute` and `burst`. Above the maximum, rounding the time between two tokens to
 * microseconds would change the limit noticeably.
 */
export const BUCKET_RANGE = { min: 1, max: 1_000_000 } as const;

/**
 * Returns the bucket for a plan's limits. The time between two new tokens is rounded up, so that the bucket never
 * admits more requests than the limit.
 *
 * @throws RangeError if a limit is outside BUCKET_RANGE
 */
export function bucketOf(limits: BucketLimits): Bucket {
  const { requestsPerMinute, burst } = limits;
  for (const [name, value] of Object.entries({ requestsPerMinute, burst })) {
    if (!Number.isInteger(value) || value < BUCKET_RANGE.min || value > BUCKET_RANGE.max) {
      throw new RangeError(
        `${name} must be a whole number from ${BUCKET_RANGE.min} to ${BUCKET_RANGE.max}, not ${value}`,
      );
    }
  }
  const intervalMicros = Math.ceil(MICROS_PER_MINUTE / requestsPerMinute);
  return { requestsPerMinute, burst, intervalMicros, toleranceMicros: (burst - 1) * intervalMicros };
}

export function bucketUpdateKindOf(fullAtMicros: number, now: number): BucketUpdateKind {
  return fullAtMicros <= now ? 'idle' : 'busy';
}

export function earliestAdmissionMicros(bucket: Bucket, fullAtMicros: number): number {
  return fullAtMicros - bucket.toleranceMicros;
}

/** The values of the rate-limit response headers. */
export interface RateLimitStatus {
  /** Maximum number of requests per minute. */
  readonly limit: number;
  /** Number of requests that a full bucket admits at the same time. */
  readonly burst: number;
  /** `min(limit, tokens left)`. It is 0 if and only if the next request would be rejected. */
  readonly remaining: number;
  /**
   * Time in epoch seconds, rounded up, at which `remaining` reaches its maximum. It is at most one minute in
   * the future.
   */
  readonly reset: number;
}

/** Header values when no rate limit applies, because the credential is missing or unknown. */
export const NO_RATE_LIMIT: RateLimitStatus = { limit: 0, burst: 0, remaining: 0, reset: 0 };

/**
 * Returns the values of the rate limit headers. `fullAtMicros` is the time at which the bucket is full again after this
 * request. `fullAtMicros` and `now` are in epoch microseconds.
 */
export function rateLimitStatusOf(bucket: Bucket, fullAtMicros: number, now: number): RateLimitStatus {
  const { requestsPerMinute: limit, burst, intervalMicros } = bucket;
  const resetMicros = fullAtMicros - (burst - computeMaxRemaining(bucket)) * intervalMicros;
  return {
    limit,
    burst,
    remaining: Math.min(limit, countRemainingTokens(bucket, fullAtMicros, now)),
    reset: Math.ceil(Math.max(resetMicros, now) / MICROS_PER_SECOND),
  };
}

const computeMaxRemaining = ({ requestsPerMinute, burst }: BucketLimits) =>
  Math.min(requestsPerMinute, burst);

export function computeMaxWaitTimes(bucket: Bucket) {
  return {
    /** Seconds (not rounded) until one more request is admitted. */
    retryAfterSeconds: bucket.intervalMicros / MICROS_PER_SECOND,
    /** Seconds (not rounded) until `remaining` reaches its maximum. */
    fullAfterSeconds: (computeMaxRemaining(bucket) * bucket.intervalMicros) / MICROS_PER_SECOND,
  };
}

/** Returns the number of requests that the bucket would admit at the time `now` (epoch microseconds). */
export function countRemainingTokens(bucket: Bucket, fullAtMicros: number, now: number): number {
  const microsUntilFull = Math.max(0, fullAtMicros - now);
  return Math.max(0, Math.floor(bucket.burst - microsUntilFull / bucket.intervalMicros));
}

/** Returns the number of seconds, at least 1, until a rejected request would be admitted. */
export function computeRetryAfterSeconds(bucket: Bucket, fullAtMicros: number, now: number): number {
  return Math.max(1, Math.ceil((earliestAdmissionMicros(bucket, fullAtMicros) - now) / MICROS_PER_SECOND));
}
