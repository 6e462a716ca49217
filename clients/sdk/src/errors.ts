/** What an error answer says besides, in the fields that its code has. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The service refused or failed: everything that its error answer says. */
export class YieldApiError extends Error {
  override readonly name = 'YieldApiError';
  /** Machine-readable; branch on this, not on the message. */
  readonly code: string;
  readonly status: number;
  readonly details: ErrorDetails;
  /** Names the request in the service's logs: quote it to support. */
  readonly requestId: string | undefined;
  /** Seconds until the same request can succeed; for refusals by the rate limit. */
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

/** No answer of the service came: the connection failed, timed out or carried something that is not its JSON. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
