import type {
  BadRequestError,
  ErrorCode,
  ForbiddenError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableError,
} from './generated/types.ts';

type DetailsOf<Body extends { error: { details?: object } }> = NonNullable<Body['error']['details']>;

/** Further fields of an error, which depend on its code. Any of them may be absent, and there may be others. */
export type ErrorDetails = Readonly<
  DetailsOf<BadRequestError> &
    DetailsOf<UnauthorizedError> &
    DetailsOf<ForbiddenError> &
    DetailsOf<UnprocessableError> &
    DetailsOf<TooManyRequestsError> &
    Record<string, unknown>
>;

/** The error codes of the API document that this client was generated from. A newer service may return others. */
type KnownOrNewCode = ErrorCode | (string & Record<never, never>);

/** The service rejected the request or failed. Contains all fields of the error response. */
export class YieldApiError extends Error {
  override readonly name = 'YieldApiError';
  /** Machine-readable error code. Use the code, not the message, to distinguish errors. */
  readonly code: KnownOrNewCode;
  readonly status: number;
  readonly details: ErrorDetails;
  /** Id of the request in the service's logs. Give it to support. */
  readonly requestId: string | undefined;
  /** Seconds until the same request can succeed. Set when the rate limit rejects a request. */
  readonly retryAfterSeconds: number | undefined;

  constructor(answer: {
    code: string;
    message: string;
    status: number;
    details?: ErrorDetails | undefined;
    requestId: string | undefined;
    retryAfterSeconds: number | undefined;
  }) {
    super(answer.message);
    this.code = answer.code;
    this.status = answer.status;
    this.details = answer.details ?? {};
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/**
 * Something other than the service answered, such as a proxy or a captive portal. The request is not retried, because
 * the answer would be the same.
 */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;

  /** @param operationName the method and address of the request */
  constructor(operationName: string, status: number) {
    super(
      `${operationName}: the answer with status ${status} is not JSON of this API. Check the base address.`,
    );
    this.status = status;
  }
}

/** No answer came: the connection failed or timed out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
