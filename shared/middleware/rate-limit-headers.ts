import { RATE_LIMIT_HEADERS } from '../contract/rate-limit-headers.ts';
import type { RateLimitStatus } from '../domain/rate-limit.ts';

/** Puts the three headers on the response, whether it succeeds or fails. The one place that makes them. */
export function setRateLimitHeaders(headers: Record<string, string>, status: RateLimitStatus): void {
  headers[RATE_LIMIT_HEADERS.limit] = String(status.limit);
  headers[RATE_LIMIT_HEADERS.remaining] = String(status.remaining);
  headers[RATE_LIMIT_HEADERS.reset] = String(status.reset);
}
