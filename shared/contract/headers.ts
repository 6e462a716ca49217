/** The header that names a request, on every response, for logs and support. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The header that makes a repeated POST repeat the first answer, and its longest value, in characters. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
export const IDEMPOTENCY_KEY_MAX = 255;

/** Says `true` on an answer that repeats an earlier one, as in Stripe's API. */
export const IDEMPOTENT_REPLAYED_HEADER = 'Idempotent-Replayed';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers that every response carries. Answers are one caller's own and must not be cached between them. */
export const FIXED_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
} as const;
