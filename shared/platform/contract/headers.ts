/** Request header that contains the caller's credential. */
export const CREDENTIAL_HEADER = 'X-API-KEY';

/** Messages for callers without a valid credential. */
export const CREDENTIAL_MESSAGES = {
  missing: `Authentication is required. Send an API key or a session token in the ${CREDENTIAL_HEADER} header.`,
  /**
   * All unusable credentials have the same message, so that it does not reveal whether a credential ever
   * existed.
   */
  unusable:
    'This credential is malformed, unknown, expired or revoked, or its account is suspended. Use another one.',
  wrongSource: 'The address allowlist of this key does not contain your address',
} as const;

/**
 * Header of a 401 response that tells the client how to authenticate (RFC 9110, 11.6.1). API Gateway must send it,
 * because API Gateway renames this header in responses of Lambda functions.
 */
export const WWW_AUTHENTICATE_HEADER = 'WWW-Authenticate';
export const CHALLENGE_HEADER_VALUE = `ApiKey realm="yield-api", header="${CREDENTIAL_HEADER}"`;

/** Response header with the request id. The id helps to find a request in the logs. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/**
 * Request header with which a POST request can be repeated safely, and the maximum number of characters of
 * its value.
 */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;
export const IDEMPOTENCY_KEY_PATTERN = new RegExp(`^[\\x21-\\x7E]{1,${IDEMPOTENCY_KEY_LENGTH_MAX}}$`);

/** Response header with the value `true` if the response is a replay. */
export const IDEMPOTENT_REPLAYED_HEADER = 'Idempotent-Replayed';

/** Request headers of MCP clients: the protocol revision, the method, and the called tool. */
export const MCP_HEADERS = ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name'] as const;

/**
 * Headers that CloudFront adds: the caller's IP address, and a secret. The secret proves that the request
 * came through CloudFront.
 */
export const VIEWER_ADDRESS_HEADER = 'CloudFront-Viewer-Address';
export const ORIGIN_SECRET_HEADER = 'X-Origin-Secret';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers of every response. They forbid caching, because a response is only for its caller. */
export const FIXED_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
} as const;

export const RATE_LIMIT_HEADERS = {
  /** Number of requests per minute that the plan allows. */
  limit: 'X-RateLimit-Limit',
  /** Number of requests that remain in the current window. */
  remaining: 'X-RateLimit-Remaining',
  /** Time, in epoch seconds (UTC), at which the full limit is available again. */
  reset: 'X-RateLimit-Reset',
} as const;

/**
 * The rate-limit headers of the IETF draft draft-ietf-httpapi-ratelimit-headers-10. Both are absent if the rate
 * limit is unknown.
 */
export const RATE_LIMIT_FIELDS = { policy: 'RateLimit-Policy', state: 'RateLimit' } as const;
export const RATE_LIMIT_WINDOW_SECONDS = 60;

/** Number of whole seconds until a rejected request would be accepted. */
export const RETRY_AFTER_HEADER = 'Retry-After';

/** Path of the resource that a request with status 201 created. */
export const LOCATION_HEADER = 'Location';

/** Response headers that scripts of other origins may read (CORS). */
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
