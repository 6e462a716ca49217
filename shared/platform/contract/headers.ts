/** The request header that contains the credential. */
export const CREDENTIAL_HEADER = 'X-API-KEY';

/** Messages for callers without a valid credential, used by the functions and by API Gateway. */
export const CREDENTIAL_MESSAGES = {
  missing: `Authentication is required. Send an API key or a session token in the ${CREDENTIAL_HEADER} header.`,
  /** One message for all reasons, so that it does not reveal which credentials once existed. */
  unusable:
    'This credential is malformed, unknown, expired or revoked, or its account is suspended. Use another one.',
  wrongSource: 'The address allowlist of this key does not contain your address',
} as const;

/**
 * The header of a 401 response that says how to authenticate (RFC 9110, 11.6.1). API keys have no registered
 * scheme.
 * API Gateway sends it with its own responses, but renames it to `x-amzn-Remapped-WWW-Authenticate` on a
 * function's response.
 */
export const CHALLENGE_HEADER = 'WWW-Authenticate';
export const CHALLENGE = `ApiKey realm="yield-api", header="${CREDENTIAL_HEADER}"`;

/** The response header with the request id, for logs and support. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The request header that makes a POST safe to retry, and its longest value in characters. */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
export const IDEMPOTENCY_KEY_MAX = 255;
export const IDEMPOTENCY_KEY_PATTERN = new RegExp(`^[\\x21-\\x7E]{1,${IDEMPOTENCY_KEY_MAX}}$`);

/** The response header with value `true` on a replayed response, as in Stripe's API. */
export const IDEMPOTENT_REPLAYED_HEADER = 'Idempotent-Replayed';

/** Request headers of MCP clients: the protocol revision, the method, and the called tool. */
export const MCP_HEADERS = ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'] as const;

/**
 * Headers that CloudFront adds: the caller's address, and the secret that proves that the request came
 * through CloudFront.
 */
export const VIEWER_ADDRESS_HEADER = 'CloudFront-Viewer-Address';
export const ORIGIN_SECRET_HEADER = 'X-Origin-Secret';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers of every response. Responses belong to one caller, so they must not be cached. */
export const FIXED_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
} as const;

/** Names of the rate limit headers of every response. */
export const RATE_LIMIT_HEADERS = {
  /** Requests per minute of the plan. */
  limit: 'X-RateLimit-Limit',
  /** Requests left in the current window. */
  remaining: 'X-RateLimit-Remaining',
  /** Time at which the full limit is available again, in UTC epoch seconds. */
  reset: 'X-RateLimit-Reset',
} as const;

/**
 * The rate limit headers of the IETF draft draft-ietf-httpapi-ratelimit-headers-10: policy (quota and
 * window), and remaining requests. Absent if the limit is unknown.
 */
export const RATE_LIMIT_FIELDS = { policy: 'RateLimit-Policy', state: 'RateLimit' } as const;

/** Whole seconds until a rejected request would be accepted. */
export const RETRY_AFTER_HEADER = 'Retry-After';

/** Path of the resource that a 201 response created. */
export const LOCATION_HEADER = 'Location';

/**
 * Response headers that scripts of other origins may read (CORS), besides those that browsers always allow.
 */
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
