import { errorText } from '../platform/contract/envelope.ts';
import { ApiError, invalidRequest } from '../platform/contract/errors.ts';
import {
  CHALLENGE,
  CHALLENGE_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  JSON_TYPE,
  RETRY_AFTER_HEADER,
} from '../platform/contract/headers.ts';
import type { Middleware } from './middleware.ts';
import { setRateLimitHeaders } from './rate-limit-headers.ts';
import { RateLimitRefusal } from './rate-limit-refusal.ts';

/** An error in the form that http-error-handler sends: the status, and the body as its message. */
class ErrorResponse extends Error {
  readonly statusCode: number;
  readonly expose = true;

  constructor(error: ApiError, requestId: string | undefined) {
    super(errorText(error, requestId), { cause: error });
    this.statusCode = error.status;
  }
}

function parserRefusal(issue: { path: string; message: string }, cause: unknown): ApiError {
  return invalidRequest([issue], 'invalid_request', { cause });
}

/** What http-json-body-parser throws, as our own 400; everything else as it is. */
function understood(error: unknown): unknown {
  if (!(error instanceof Error) || !('statusCode' in error)) return error;
  const { cause } = error;
  if (!isRecord(cause) || cause.package !== '@middy/http-json-body-parser') return error;
  if (error.statusCode === 415) {
    return parserRefusal({ path: 'headers.Content-Type', message: 'must be application/json' }, error);
  }
  if (cause.data === '__proto__' || cause.data === 'constructor') {
    return parserRefusal(
      {
        path: `body.${cause.data}`,
        message: 'is a reserved name; send only fields that the API reference lists',
      },
      error,
    );
  }
  return parserRefusal({ path: 'body', message: 'is not valid JSON' }, error);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Gives every error the form in which http-error-handler sends it. What is not an ApiError says nothing to the caller,
 * whatever status or message it carries: it leaves as `internal_error`.
 */
export function errorEnvelope(): Middleware {
  return {
    name: 'error-envelope',
    onError: (request) => {
      const { internal, context } = request;
      internal.thrown = understood(request.error);
      internal.headers['Content-Type'] = JSON_TYPE;
      if (internal.thrown instanceof ApiError) {
        if (internal.thrown.status === 401) internal.headers[CHALLENGE_HEADER] = CHALLENGE;
        const retryAfter = internal.thrown.details?.retry_after_seconds;
        if (retryAfter !== undefined) internal.headers[RETRY_AFTER_HEADER] ??= String(retryAfter);
        if (internal.thrown instanceof RateLimitRefusal) {
          setRateLimitHeaders(internal.headers, internal.thrown.rateLimit, Date.now());
        }
        if (internal.thrown.replayed) internal.headers[IDEMPOTENT_REPLAYED_HEADER] = 'true';
      }
      const sent =
        internal.thrown instanceof ApiError
          ? internal.thrown
          : new ApiError('internal_error', { cause: internal.thrown });
      request.error = new ErrorResponse(sent, context.requestId);
    },
  };
}
