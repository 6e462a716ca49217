import type { RateLimitStatus } from '../access/domain/rate-limit.ts';
import {
  RATE_LIMIT_FIELDS,
  RATE_LIMIT_HEADERS,
  RATE_LIMIT_WINDOW_SECONDS,
} from '../platform/contract/headers.ts';
import { formatRateLimitPolicy, formatRateLimitState } from '../platform/domain/rate-limit-fields.ts';

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
  headers[RATE_LIMIT_FIELDS.policy] = formatRateLimitPolicy(status.limit, status.burst);
  headers[RATE_LIMIT_FIELDS.state] = formatRateLimitState(status.remaining, secondsUntilReset);
}
