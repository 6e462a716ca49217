/**
 * The exact rate limit: a token bucket kept as one number, after the Generic Cell Rate Algorithm (ITU-T I.371).
 *
 * `tat` (theoretical arrival time) is the moment at which every token taken so far is refilled. All times are whole
 * microseconds since the epoch, which stay exact integers in a double until the year 2255.
 */

/** The plan's two figures: tokens refilled per minute, and tokens that a full bucket holds. */
export interface BucketLimits {
  readonly requestsPerMinute: number;
  readonly burst: number;
}

export interface Bucket extends BucketLimits {
  /** Time in which one token is refilled. */
  readonly intervalMicros: number;
  /** How far `tat` may lie ahead of the clock for another request to be admitted: `(burst - 1) x interval`. */
  readonly toleranceMicros: number;
}

/**
 * `tat <= now` is the idle bucket (full, `tat` restarts from the clock), anything later the busy one (`tat` moves on
 * by one interval). A store without `max()` needs one conditional update for each.
 */
export type BucketForm = 'idle' | 'busy';

const MICROS_PER_MINUTE = 60_000_000;
const MICROS_PER_SECOND = 1_000_000;

/** Limits outside of these cannot be kept exactly in whole microseconds. */
export const BUCKET_RANGE = { min: 1, max: 1_000_000 } as const;

/**
 * The bucket of a plan's limits. The interval is rounded up, so that rounding never admits more than the plan's rate.
 * Throws a RangeError for limits that are not whole numbers within BUCKET_RANGE.
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

export function formOf(tat: number, now: number): BucketForm {
  return tat <= now ? 'idle' : 'busy';
}

/** The first moment at which a request is admitted: at or before `now` means at once. */
export function admittedFrom(bucket: Bucket, tat: number): number {
  return tat - bucket.toleranceMicros;
}

/** What the three headers say. */
export interface RateLimitStatus {
  /** Requests per minute of the plan. */
  readonly limit: number;
  /** Requests that a full bucket admits at once. */
  readonly burst: number;
  /** `min(limit, tokens left)`: 0 if and only if the next request would be refused. */
  readonly remaining: number;
  /** UTC epoch seconds, rounded up, at which `remaining` is as large as it can be: at most a minute away. */
  readonly reset: number;
}

/** No credential, no bucket: the headers of an answer to a request that could not be counted against anyone. */
export const NO_RATE_LIMIT: RateLimitStatus = { limit: 0, burst: 0, remaining: 0, reset: 0 };

/** The headers' figures from `tat` alone, after the request that they answer. */
export function rateLimitStatus(bucket: Bucket, tat: number, now: number): RateLimitStatus {
  const { requestsPerMinute: limit, burst, intervalMicros } = bucket;
  const fullAt = tat - (burst - shownTokens(bucket)) * intervalMicros;
  return {
    limit,
    burst,
    remaining: Math.min(limit, tokensLeft(bucket, tat, now)),
    reset: Math.ceil(Math.max(fullAt, now) / MICROS_PER_SECOND),
  };
}

/** The most that `remaining` can say. */
const shownTokens = ({ requestsPerMinute, burst }: BucketLimits) => Math.min(requestsPerMinute, burst);

/** The longest waits of any caller who is held to a bucket, however much they have used. */
export function longestWaits(bucket: Bucket) {
  return {
    /** Seconds, not whole ones, after which one more request is admitted. */
    retryAfterSeconds: bucket.intervalMicros / MICROS_PER_SECOND,
    /** Seconds, not whole ones, after which `remaining` is as large as it can be. */
    fullAfterSeconds: (shownTokens(bucket) * bucket.intervalMicros) / MICROS_PER_SECOND,
  };
}

/** Whole requests that would be admitted at once. */
export function tokensLeft(bucket: Bucket, tat: number, now: number): number {
  const outstandingMicros = Math.max(0, tat - now);
  return Math.max(0, Math.floor(bucket.burst - outstandingMicros / bucket.intervalMicros));
}

/** Whole seconds, at least 1, after which a refused request would be admitted. */
export function retryAfterSeconds(bucket: Bucket, tat: number, now: number): number {
  return Math.max(1, Math.ceil((admittedFrom(bucket, tat) - now) / MICROS_PER_SECOND));
}
