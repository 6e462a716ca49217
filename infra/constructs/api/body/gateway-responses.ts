import { AUTHORIZER_CONTEXT } from '../../../../shared/access/gateway.ts';
import { errorText } from '../../../../shared/platform/contract/envelope.ts';
import { ERRORS, type ErrorCode } from '../../../../shared/platform/contract/errors.ts';
import {
  CHALLENGE,
  CHALLENGE_HEADER,
  CREDENTIAL_MESSAGES,
  EXPOSED_HEADERS,
  FIXED_HEADERS,
  JSON_TYPE,
  RATE_LIMIT_FIELDS,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from '../../../../shared/platform/contract/headers.ts';

/** The error code, and so the status, of each response that API Gateway creates itself. */
const GATEWAY_ERRORS: Readonly<Record<string, ErrorCode>> = {
  // The credential was missing, refused by the authorizer, or signed for a scheme that this API does not use.
  UNAUTHORIZED: 'unauthorized',
  ACCESS_DENIED: 'unauthorized',
  EXPIRED_TOKEN: 'unauthorized',
  INVALID_SIGNATURE: 'unauthorized',
  // The authorizer named a gateway key that no longer exists: the credential was revoked while its authorization was
  // cached.
  INVALID_API_KEY: 'unauthorized',
  WAF_FILTERED: 'forbidden',
  // API Gateway's name for a path or method that does not exist.
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

const UNREADABLE = 'The request could not be read: check its address, percent-encoding, headers and size.';

/** Messages for cases in which the gateway knows more than the error code. */
const MESSAGES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: CREDENTIAL_MESSAGES.missing,
  ACCESS_DENIED: CREDENTIAL_MESSAGES.unusable,
  INVALID_API_KEY: CREDENTIAL_MESSAGES.unusable,
  MISSING_AUTHENTICATION_TOKEN: 'There is no endpoint with this method and path.',
  RESOURCE_NOT_FOUND: 'There is no endpoint with this method and path.',
  // For methods without an authorizer, the gateway does not know the limit's times.
  THROTTLED: `${ERRORS.rate_limit_exceeded.message} If there is none, wait a second.`,
  BAD_REQUEST_BODY: UNREADABLE,
  BAD_REQUEST_PARAMETERS: UNREADABLE,
  REQUEST_TOO_LARGE: 'The request is too large.',
  DEFAULT_4XX: UNREADABLE,
};

/** Answers that come after the authorizer, whose context knows the caller's limit. */
const AFTER_AUTHORIZER: ReadonlySet<string> = new Set(['ACCESS_DENIED', 'THROTTLED', 'QUOTA_EXCEEDED']);

/** The gateway puts the request's id in its place. */
const REQUEST_ID = '$context.requestId';

const literal = (value: string) => `'${value}'`;

/** Header values are literals in quotes or references to the request's context. */
function headersFor(type: string, code: ErrorCode): Record<string, string> {
  const isKnown = AFTER_AUTHORIZER.has(type);
  const fixed = Object.entries(FIXED_HEADERS).map(([name, value]) => [name, literal(value)] as const);
  return {
    ...Object.fromEntries(fixed),
    'Content-Type': literal(JSON_TYPE),
    // These responses cannot depend on the origin. They hold nothing secret, because browsers send no credential by
    // themselves.
    'Access-Control-Allow-Origin': literal('*'),
    'Access-Control-Expose-Headers': literal(EXPOSED_HEADERS.join(',')),
    [REQUEST_ID_HEADER]: 'context.requestId',
    [RATE_LIMIT_HEADERS.limit]: isKnown ? `context.authorizer.${AUTHORIZER_CONTEXT.limit}` : literal('0'),
    [RATE_LIMIT_HEADERS.remaining]: literal('0'),
    [RATE_LIMIT_HEADERS.reset]: isKnown ? `context.authorizer.${AUTHORIZER_CONTEXT.reset}` : literal('0'),
    ...(ERRORS[code].status === 401 ? { [CHALLENGE_HEADER]: literal(CHALLENGE) } : {}),
    // At the account's concurrency limit the gateway answers 500, because it cannot distinguish throttling from
    // failure.
    ...(ERRORS[code].status === 500 ? { [RETRY_AFTER_HEADER]: literal('1') } : {}),
    ...(ERRORS[code].status === 429
      ? {
          [RETRY_AFTER_HEADER]: `context.authorizer.${AUTHORIZER_CONTEXT.retryAfter}`,
          [RATE_LIMIT_FIELDS.policy]: `context.authorizer.${AUTHORIZER_CONTEXT.policy}`,
          [RATE_LIMIT_FIELDS.state]: `context.authorizer.${AUTHORIZER_CONTEXT.state}`,
        }
      : {}),
  };
}

/** Every response of the gateway itself, in the service's envelope and with its statuses. */
export function gatewayResponses(): Readonly<Record<string, unknown>> {
  const responses = Object.entries(GATEWAY_ERRORS).map(([type, code]) => [
    type,
    {
      statusCode: String(ERRORS[code].status),
      responseParameters: Object.fromEntries(
        Object.entries(headersFor(type, code)).map(([name, value]) => [
          `gatewayresponse.header.${name}`,
          value,
        ]),
      ),
      responseTemplates: {
        'application/json': errorText({ code, message: MESSAGES[type] ?? ERRORS[code].message }, REQUEST_ID),
      },
    },
  ]);
  return Object.fromEntries(responses);
}
