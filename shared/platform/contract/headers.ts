/** The header that carries every credential. */
export const CREDENTIAL_HEADER = 'X-API-KEY';

/** The messages for a caller without a usable credential, from the functions and from the gateway itself. */
export const CREDENTIAL_MESSAGES = {
  missing: `Authentication is required. Send an API key or a session token in the ${CREDENTIAL_HEADER} header.`,
  /** The same message for every reason, so that it does not reveal which credentials once existed. */
  unusable:
    'This credential is malformed, unknown, expired or revoked, or its account is suspended. Use another one.',
  wrongSource: 'The address allowlist of this key does not contain your address',
} as const;

/**
 * What a 401 carries (RFC 9110, 11.6.1): how to authenticate. API keys have no registered scheme. API Gateway lets its
 * own answers carry it, and renames it `x-amzn-Remapped-WWW-Authenticate` on a function's.
 */
export const CHALLENGE_HEADER = 'WWW-Authenticate';
export const CHALLENGE = `ApiKey realm="yield-api", header="${CREDENTIAL_HEADER}"`;

/** The header that names a request, on every response, for logs and support. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The header that makes a repeated POST repeat the first answer, and its longest value, in characters. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
export const IDEMPOTENCY_KEY_MAX = 255;
export const IDEMPOTENCY_KEY_PATTERN = new RegExp(`^[\\x21-\\x7E]{1,${IDEMPOTENCY_KEY_MAX}}$`);

/** Says `true` on an answer that repeats an earlier one, as in Stripe's API. */
export const IDEMPOTENT_REPLAYED_HEADER = 'Idempotent-Replayed';

/** What clients of the Model Context Protocol say of a message: its revision, its method, and the tool that it calls. */
export const MCP_HEADERS = ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'] as const;

/** What a distribution in front of the API adds: the caller's address, and the secret beside which it is believed. */
export const VIEWER_ADDRESS_HEADER = 'CloudFront-Viewer-Address';
export const ORIGIN_SECRET_HEADER = 'X-Origin-Secret';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers that every response carries. Answers are one caller's own and must not be cached between them. */
export const FIXED_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
} as const;

/** The names of the three headers of every response, and of the one that a 429 carries besides. */
export const RATE_LIMIT_HEADERS = {
  /** Requests per minute of the plan. */
  limit: 'X-RateLimit-Limit',
  /** Requests left in the current window. */
  remaining: 'X-RateLimit-Remaining',
  /** When the window resets, in UTC epoch seconds. */
  reset: 'X-RateLimit-Reset',
} as const;

/**
 * The same in the format of the IETF draft draft-ietf-httpapi-ratelimit-headers-10: the policy with its quota and
 * window, and the remaining requests. Absent where no limit is known.
 */
export const RATE_LIMIT_FIELDS = { policy: 'RateLimit-Policy', state: 'RateLimit' } as const;

/** Whole seconds until a refused request would be admitted. */
export const RETRY_AFTER_HEADER = 'Retry-After';

/** Where the thing that a 201 created can be read. */
export const LOCATION_HEADER = 'Location';

/** What a page of another origin may read of an answer beyond what browsers always show. */
export const EXPOSED_HEADERS = [
  ...Object.values(RATE_LIMIT_HEADERS),
  ...Object.values(RATE_LIMIT_FIELDS),
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  LOCATION_HEADER,
  'Deprecation',
  'Sunset',
  'Link',
] as const;
