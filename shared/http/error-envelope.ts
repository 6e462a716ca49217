import { formatErrorBody } from '../platform/contract/envelope.ts';
import { ApiError, invalidRequestError } from '../platform/contract/errors.ts';
import {
  CHALLENGE_HEADER_VALUE,
  IDEMPOTENT_REPLAYED_HEADER,
  JSON_TYPE,
  RETRY_AFTER_HEADER,
  WWW_AUTHENTICATE_HEADER,
} from '../platform/contract/headers.ts';
import type { Middleware } from './middleware.ts';
import { RateLimitError } from './rate-limit-error.ts';
import { setRateLimitHeaders } from './rate-limit-headers.ts';

/**
 * An error in the form that http-error-handler sends. It has the response's status, and its message is the
 * response's body.
 */
class ErrorResponse extends Error {
  readonly statusCode: number;
  readonly expose = true;

  constructor(error: ApiError, requestId: string | undefined) {
    super(formatErrorBody(error, requestId), { cause: error });
    this.statusCode = error.status;
  }
}

function createParserError(issue: { path: string; message: string }, cause: unknown): ApiError {
  return invalidRequestError([issue], 'invalid_request', { cause });
}

/** Converts an error of http-json-body-parser to `invalid_request` (400). Returns any other error unchanged. */
function convertParserError(error: unknown): unknown {
  if (!(error instanceof Error) || !('statusCode' in error)) return error;
  const { cause } = error;
  if (!isRecord(cause) || cause.package !== '@middy/http-json-body-parser') return error;
  if (error.statusCode === 415) {
    return createParserError({ path: 'headers.Content-Type', message: 'must be application/json' }, error);
  }
  if (cause.data === '__proto__' || cause.data === 'constructor') {
    return createParserError(
      {
        path: `body.${cause.data}`,
        message: 'is a reserved name; send only fields that the API reference lists',
      },
      error,
    );
  }
  return createParserError({ path: 'body', message: 'is not valid JSON' }, error);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Converts every error to the form that http-error-handler sends. An error that is not an ApiError becomes
 * `internal_error`, so that the caller does not see its text.
 */
export function errorEnvelope(): Middleware {
  return {
    name: 'error-envelope',
    onError: (request) => {
      const { internal, context } = request;
      internal.originalError = convertParserError(request.error);
      internal.headers['Content-Type'] = JSON_TYPE;
      if (internal.originalError instanceof ApiError) {
        if (internal.originalError.status === 401)
          internal.headers[WWW_AUTHENTICATE_HEADER] = CHALLENGE_HEADER_VALUE;
        const retryAfterSeconds = internal.originalError.details?.retry_after_seconds;
        if (retryAfterSeconds !== undefined)
          internal.headers[RETRY_AFTER_HEADER] ??= String(retryAfterSeconds);
        if (internal.originalError instanceof RateLimitError) {
          setRateLimitHeaders(internal.headers, internal.originalError.rateLimit, Date.now());
        }
        if (internal.originalError.replayed) internal.headers[IDEMPOTENT_REPLAYED_HEADER] = 'true';
      }
      const errorToSend =
        internal.originalError instanceof ApiError
          ? internal.originalError
          : new ApiError('internal_error', { cause: internal.originalError });
      request.error = new ErrorResponse(errorToSend, context.requestId);
    },
  };
}
