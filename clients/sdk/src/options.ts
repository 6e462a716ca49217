/** A credential: an API key or a session token. A function is called before every request. */
export type Credential = string | (() => string | undefined);

export interface ClientOptions {
  /** The address that ends in the version segment, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Sent in `X-API-KEY`; public operations need none. Keep API keys out of pages and repositories. */
  readonly credential?: Credential;
  /** Retries of a request that is safe to repeat. 3 by default. */
  readonly retries?: number;
  /** Time limit of one attempt in milliseconds. 30,000 by default. */
  readonly timeoutMs?: number;
  /**
   * Longest wait in milliseconds that a `Retry-After` header may cause. The call fails when the service
   * requires a longer wait. 60,000 by default.
   */
  readonly maxRetryAfterMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Called before each attempt, for logs or metrics. An exception ends the call. */
  readonly onRequest?: (attempt: Attempt) => void;
  /** Called after each attempt with its outcome. An exception ends the call. */
  readonly onResponse?: (attempt: Attempt & AttemptOutcome) => void;
}

/** One attempt of a call. It holds no credential and no body. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** Number of the attempt, from 1. A retry has a higher number. */
  readonly number: number;
}

/** How an attempt ended. */
export interface AttemptOutcome {
  /** The HTTP status; undefined when no response arrived. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly durationMs: number;
  /** The header `Sunset`: when the used version of the API is switched off. Undefined while that is not decided. */
  readonly sunset: string | undefined;
  /** Milliseconds until the next attempt; undefined after the last one. */
  readonly retryInMs: number | undefined;
}

/** Options of one request. */
export interface RequestOptions {
  /** Aborts the request and the pauses between its attempts. */
  readonly signal?: AbortSignal;
  /**
   * The idempotency key. Operations that support it get a random one for each call. Set your own to repeat a call after
   * a restart.
   */
  readonly idempotencyKey?: string;
  /** Overrides the client's `timeoutMs`. */
  readonly timeoutMs?: number;
  /** Overrides the client's `retries`. */
  readonly retries?: number;
}

/** The rate limit in a response. */
export interface Limits {
  /** Requests per minute. */
  readonly limit: number;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** When the full limit is available again. */
  readonly reset: Date;
}

/** A successful answer. */
export interface Answer<Data, Meta> {
  readonly data: Data;
  readonly meta: Meta;
  readonly requestId: string | undefined;
  readonly limits: Limits;
  /** Whether the service returned the first answer again for the same idempotency key. */
  readonly replayed: boolean;
}
