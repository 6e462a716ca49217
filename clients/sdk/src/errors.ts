import type {
  BadRequestError,
  ErrorCode,
  ForbiddenError,
  TooManyRequestsError,
  UnauthorizedError,
  UnprocessableError,
} from './generated/types.ts';

type DetailsOf<Body extends { error: { details?: object } }> = NonNullable<Body['error']['details']>;

/** Additional fields of an error, which depend on the error code. Each field may be absent. */
export type ErrorDetails = Readonly<
  DetailsOf<BadRequestError> &
    DetailsOf<UnauthorizedError> &
    DetailsOf<ForbiddenError> &
    DetailsOf<UnprocessableError> &
    DetailsOf<TooManyRequestsError> &
    Record<string, unknown>
>;

/** The error codes of the API document from which this client was generated. A newer service may return other codes. */
type KnownOrNewCode = ErrorCode | (string & Record<never, never>);

/** The service rejected the request or failed. This error contains all fields of the error response. */
export class YieldApiError extends Error {
  override readonly name = 'YieldApiError';
  /** Machine-readable error code. Use the code, not the message, to distinguish errors. */
  readonly code: KnownOrNewCode;
  readonly status: number;
  readonly details: ErrorDetails;
  /** Id of the request in the service's logs. Include it in a request to support. */
  readonly requestId: string | undefined;
  /** Seconds until the same request can succeed. Undefined unless the response has a `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;
  /** The response headers. In a browser, only those that the service exposes to pages. */
  readonly headers: Headers;

  constructor(answer: {
    code: string;
    message: string;
    status: number;
    details?: ErrorDetails | undefined;
    requestId: string | undefined;
    retryAfterSeconds: number | undefined;
    headers?: Headers;
  }) {
    super(answer.message);
    this.code = answer.code;
    this.status = answer.status;
    this.details = answer.details ?? {};
    this.requestId = answer.requestId;
    this.retryAfterSeconds = answer.retryAfterSeconds;
    this.headers = answer.headers ?? new Headers();
  }
}

/** The response did not come from the service, but for example from a proxy. The client does not retry the request. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;

  constructor(operationName: string, status: number) {
    super(
      `${operationName}: the answer with status ${status} is not JSON of this API. Check the base address.`,
    );
    this.status = status;
  }
}

/** The service did not respond, because the connection failed or timed out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
