import { AUTHORIZER_CONTEXT } from '../../../../shared/access/gateway.ts';
import { formatErrorBody } from '../../../../shared/platform/contract/envelope.ts';
import { ERRORS, type ErrorCode } from '../../../../shared/platform/contract/errors.ts';
import {
  CHALLENGE_HEADER_VALUE,
  CREDENTIAL_MESSAGES,
  EXPOSED_HEADERS,
  FIXED_HEADERS,
  JSON_TYPE,
  RATE_LIMIT_FIELDS,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
  WWW_AUTHENTICATE_HEADER,
} from '../../../../shared/platform/contract/headers.ts';

/** Error code of each response that API Gateway itself creates. */
const ERROR_CODE_BY_RESPONSE_TYPE: Readonly<Record<string, ErrorCode>> = {
  // The credential is missing, was rejected by the authorizer, or uses an authentication scheme that this API
  // does not support.
  UNAUTHORIZED: 'unauthorized',
  ACCESS_DENIED: 'unauthorized',
  EXPIRED_TOKEN: 'unauthorized',
  INVALID_SIGNATURE: 'unauthorized',
  // The authorizer returned a gateway key that no longer exists, because the credential was revoked while its
  // authorization was cached.
  INVALID_API_KEY: 'unauthorized',
  WAF_FILTERED: 'forbidden',
  // API Gateway uses this name for an unknown path or method.
  MISSING_AUTHENTICATION_TOKEN: 'not_found',
  RESOURCE_NOT_FOUND: 'not_found',
  THROTTLED: 'rate_limit_exceeded',
  QUOTA_EXCEEDED: 'rate_limit_exceeded',
  BAD_REQUEST_BODY: 'invalid_request',
  BAD_REQUEST_PARAMETERS: 'invalid_request',
  REQUEST_TOO_LARGE: 'invalid_request',
  UNSUPPORTED_MEDIA_TYPE: 'invalid_request',
  DEFAULT_4XX: 'invalid_request',
  API_CONFIGURATION_ERROR: 'internal_error',
  AUTHORIZER_CONFIGURATION_ERROR: 'internal_error',
  AUTHORIZER_FAILURE: 'internal_error',
  INTEGRATION_FAILURE: 'internal_error',
  INTEGRATION_TIMEOUT: 'internal_error',
  DEFAULT_5XX: 'internal_error',
};

const UNREADABLE_REQUEST_MESSAGE =
  'The request could not be read. Check its URL, percent-encoding, headers and size.';

/** Messages by response type that are more specific than the message of the error code. */
const MESSAGE_BY_RESPONSE_TYPE: Readonly<Record<string, string>> = {
  UNAUTHORIZED: CREDENTIAL_MESSAGES.missing,
  ACCESS_DENIED: CREDENTIAL_MESSAGES.unusable,
  INVALID_API_KEY: CREDENTIAL_MESSAGES.unusable,
  // A route without an authorizer responds without a Retry-After header, because API Gateway does not know when
  // the caller's limit resets.
  THROTTLED: `${ERRORS.rate_limit_exceeded.message} If the response has no such header, wait one second.`,
  BAD_REQUEST_BODY: UNREADABLE_REQUEST_MESSAGE,
  BAD_REQUEST_PARAMETERS: UNREADABLE_REQUEST_MESSAGE,
  REQUEST_TOO_LARGE: 'The request has more than 10 MB, the limit of API Gateway. Send a smaller request.',
  DEFAULT_4XX: UNREADABLE_REQUEST_MESSAGE,
};

/**
 * Response types that occur after the authorizer has run. The authorizer's context then contains the rate limit
 * of the caller.
 */
const RESPONSE_TYPES_AFTER_AUTHORIZER: ReadonlySet<string> = new Set([
  'ACCESS_DENIED',
  'THROTTLED',
  'QUOTA_EXCEEDED',
]);

/** API Gateway replaces this reference with the request id. */
const REQUEST_ID_REFERENCE = '$context.requestId';

const quoteLiteral = (value: string) => `'${value}'`;

/**
 * Returns the headers of a gateway response. Each value is a literal in quotes or a reference to the
 * request's context.
 */
function buildHeaders(type: string, code: ErrorCode): Record<string, string> {
  const hasRateLimitContext = RESPONSE_TYPES_AFTER_AUTHORIZER.has(type);
  const fixedHeaders = Object.entries(FIXED_HEADERS).map(
    ([name, value]) => [name, quoteLiteral(value)] as const,
  );
  return {
    ...Object.fromEntries(fixedHeaders),
    'Content-Type': quoteLiteral(JSON_TYPE),
    // A gateway response cannot depend on the Origin header, so every origin may read it. This is safe, because
    // browsers do not send the credential automatically.
    'Access-Control-Allow-Origin': quoteLiteral('*'),
    'Access-Control-Expose-Headers': quoteLiteral(EXPOSED_HEADERS.join(',')),
    [REQUEST_ID_HEADER]: 'context.requestId',
    [RATE_LIMIT_HEADERS.limit]: hasRateLimitContext
      ? `context.authorizer.${AUTHORIZER_CONTEXT.limit}`
      : quoteLiteral('0'),
    [RATE_LIMIT_HEADERS.remaining]: quoteLiteral('0'),
    [RATE_LIMIT_HEADERS.reset]: hasRateLimitContext
      ? `context.authorizer.${AUTHORIZER_CONTEXT.reset}`
      : quoteLiteral('0'),
    ...(ERRORS[code].status === 401
      ? { [WWW_AUTHENTICATE_HEADER]: quoteLiteral(CHALLENGE_HEADER_VALUE) }
      : {}),
    // API Gateway also answers 500 when Lambda throttles a function, so the caller should retry after one second.
    ...(ERRORS[code].status === 500 ? { [RETRY_AFTER_HEADER]: quoteLiteral('1') } : {}),
    ...(ERRORS[code].status === 429
      ? {
          [RETRY_AFTER_HEADER]: `context.authorizer.${AUTHORIZER_CONTEXT.retryAfter}`,
          [RATE_LIMIT_FIELDS.policy]: `context.authorizer.${AUTHORIZER_CONTEXT.policy}`,
          [RATE_LIMIT_FIELDS.state]: `context.authorizer.${AUTHORIZER_CONTEXT.state}`,
        }
      : {}),
  };
}

/** Returns all gateway responses in the service's envelope and with its statuses. */
export function buildGatewayResponses(): Readonly<Record<string, unknown>> {
  const responseEntries = Object.entries(ERROR_CODE_BY_RESPONSE_TYPE).map(([type, code]) => [
    type,
    {
      statusCode: String(ERRORS[code].status),
      responseParameters: Object.fromEntries(
        Object.entries(buildHeaders(type, code)).map(([name, value]) => [
          `gatewayresponse.header.${name}`,
          value,
        ]),
      ),
      responseTemplates: {
        'application/json': formatErrorBody(
          { code, message: MESSAGE_BY_RESPONSE_TYPE[type] ?? ERRORS[code].message },
          REQUEST_ID_REFERENCE,
        ),
      },
    },
  ]);
  return Object.fromEntries(responseEntries);
}
