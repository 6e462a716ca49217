/** A request with a key that has a limit of its own is held to two buckets, and is answered with the figures of one. */
import { type Limited, type Refused, refusal } from './limiter.ts';
import { admittedFrom, type Bucket, type RateLimitStatus } from './rate-limit.ts';

const admitsFrom = ({ bucket, tat }: Limited) => admittedFrom(bucket, tat);

/** Of the two that admitted a request, the one with fewer left. */
export function tighter(own: RateLimitStatus | undefined, account: RateLimitStatus): RateLimitStatus {
  return own === undefined || own.remaining > account.remaining ? account : own;
}

/**
 * What a caller is told whom one of the two refused: the longer wait, so that whoever waits as told is refused by
 * neither.
 *
 * @param other the other one, with the token that the refused request took of it; undefined where there is none
 * @param now microseconds since the epoch
 */
export function laterRefusal(refused: Refused, other: Limited | undefined, now: number): Refused {
  return other !== undefined && admitsFrom(other) > admitsFrom(refused.limited)
    ? refusal(other, now)
    : refused;
}

/** Two looks at one bucket: the later one, as `tat` only grows, and of other limits the first. */
export function laterSeen(first: Limited, second: Limited | undefined): Limited {
  const isSame =
    second?.bucket.burst === first.bucket.burst &&
    second.bucket.requestsPerMinute === first.bucket.requestsPerMinute;
  return isSame && second.tat > first.tat ? second : first;
}

/** What holds of a caller whatever they have used, at whatever moment they are told it. */
export interface AtMost {
  /** Requests per minute of the tighter limit. */
  readonly limit: number;
  /** Seconds, not whole ones, after which one more request is admitted by every limit. */
  readonly retryAfterSeconds: number;
  /** Seconds, not whole ones, after which nothing is outstanding of any limit. */
  readonly fullAfterSeconds: number;
}

/** The longest that anybody waits who is held to the account's bucket and, where their key has one, its own. */
export function longestWaits(account: Bucket, own: Bucket | undefined): AtMost {
  const buckets = own === undefined ? [account] : [account, own];
  const longest = (micros: (bucket: Bucket) => number) => Math.max(...buckets.map(micros)) / 1_000_000;
  return {
    limit: Math.min(...buckets.map(({ requestsPerMinute }) => requestsPerMinute)),
    retryAfterSeconds: longest(({ intervalMicros }) => intervalMicros),
    fullAfterSeconds: longest(({ burst, intervalMicros }) => burst * intervalMicros),
  };
}
