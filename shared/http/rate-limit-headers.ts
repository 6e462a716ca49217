import type { RateLimitStatus } from '../access/domain/rate-limit.ts';
import {
  RATE_LIMIT_FIELDS,
  RATE_LIMIT_HEADERS,
  RATE_LIMIT_WINDOW_SECONDS,
} from '../platform/contract/headers.ts';

/** Name of the limit per minute in the headers `RateLimit` and `RateLimit-Policy`. */
const MINUTE_POLICY_NAME = '"requests"';
/**
 * Name of the burst limit in the header `RateLimit-Policy`. Its window is the time in which an empty token bucket
 * becomes full again.
 */
const BURST_POLICY_NAME = '"burst"';

/**
 * Sets the X-RateLimit headers and the two RateLimit headers of the IETF draft. If there is no limit (`status.limit` is
 * 0), sets only the X-RateLimit headers.
 */
export function setRateLimitHeaders(
  headers: Record<string, string>,
  status: RateLimitStatus,
  nowMs: number,
): void {
  headers[RATE_LIMIT_HEADERS.limit] = String(status.limit);
  headers[RATE_LIMIT_HEADERS.remaining] = String(status.remaining);
  headers[RATE_LIMIT_HEADERS.reset] = String(status.reset);
  if (status.limit === 0) return;
  // `reset` is rounded up and the current time is rounded down, so the difference could be a second longer than the
  // window.
  const secondsUntilReset = Math.min(
    RATE_LIMIT_WINDOW_SECONDS,
    Math.max(0, status.reset - Math.floor(nowMs / 1_000)),
  );
  const burstSeconds = Math.ceil((status.burst * RATE_LIMIT_WINDOW_SECONDS) / status.limit);
  headers[RATE_LIMIT_FIELDS.policy] =
    `${MINUTE_POLICY_NAME};q=${status.limit};w=${RATE_LIMIT_WINDOW_SECONDS}, ${BURST_POLICY_NAME};q=${status.burst};w=${burstSeconds}`;
  headers[RATE_LIMIT_FIELDS.state] = `${MINUTE_POLICY_NAME};r=${status.remaining};t=${secondsUntilReset}`;
}
