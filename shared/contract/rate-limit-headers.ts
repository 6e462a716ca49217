/** The names of the three headers of every response, and of the one that a 429 carries besides. */
export const RATE_LIMIT_HEADERS = {
  /** Requests per minute of the plan. */
  limit: 'X-RateLimit-Limit',
  /** Requests left in the current window. */
  remaining: 'X-RateLimit-Remaining',
  /** When the window resets, in UTC epoch seconds. */
  reset: 'X-RateLimit-Reset',
} as const;

/** Whole seconds until a refused request would be admitted. */
export const RETRY_AFTER_HEADER = 'Retry-After';
