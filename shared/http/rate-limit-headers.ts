import type { RateLimitStatus } from '../access/domain/rate-limit.ts';
import { RATE_LIMIT_HEADERS } from '../platform/contract/headers.ts';

/** Puts the three headers on the response, whether it succeeds or fails. The one place that makes them. */
export function setRateLimitHeaders(headers: Record<string, string>, status: RateLimitStatus): void {
  headers[RATE_LIMIT_HEADERS.limit] = String(status.limit);
  headers[RATE_LIMIT_HEADERS.remaining] = String(status.remaining);
  headers[RATE_LIMIT_HEADERS.reset] = String(status.reset);
}
