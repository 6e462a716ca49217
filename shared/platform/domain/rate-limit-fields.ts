import { RATE_LIMIT_WINDOW_SECONDS } from '../contract/headers.ts';

/** Name of the limit per minute in the headers `RateLimit` and `RateLimit-Policy`. */
const MINUTE_POLICY_NAME = '"requests"';
/**
 * Name of the burst limit in the header `RateLimit-Policy`. Its window is the time in which an empty token bucket
 * becomes full again.
 */
const BURST_POLICY_NAME = '"burst"';

/**
 * Returns the value of the header `RateLimit-Policy` of the IETF draft. Each limit is q requests in w seconds.
 * @param requestsPerMinute greater than 0
 */
export function formatRateLimitPolicy(requestsPerMinute: number, burst: number): string {
  const burstSeconds = Math.ceil((burst * RATE_LIMIT_WINDOW_SECONDS) / requestsPerMinute);
  return `${MINUTE_POLICY_NAME};q=${requestsPerMinute};w=${RATE_LIMIT_WINDOW_SECONDS}, ${BURST_POLICY_NAME};q=${burst};w=${burstSeconds}`;
}

/** Returns the value of the header `RateLimit` of the IETF draft. */
export function formatRateLimitState(remaining: number, secondsUntilReset: number): string {
  return `${MINUTE_POLICY_NAME};r=${remaining};t=${secondsUntilReset}`;
}
