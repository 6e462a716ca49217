/** A credential: an API key or a session token. If it is a function, the client calls it before every request. */
export type Credential = string | (() => string | undefined);

export interface ClientOptions {
  /** The base URL, which ends with the version segment, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /**
   * The credential that is sent in `X-API-KEY`. Public operations need no credential. Never put an API key into a web
   * page or a repository.
   */
  readonly credential?: Credential;
  /** Maximum number of retries of a request that is safe to repeat, including those after a 429. 3 by default. */
  readonly retries?: number;
  /** Time limit of one attempt in milliseconds. 30,000 by default. */
  readonly timeoutMs?: number;
  /**
   * Maximum wait in milliseconds that a `Retry-After` header may cause. The call fails if the service requires a longer
   * wait. 60,000 by default.
   */
  readonly maxRetryAfterMs?: number;
  /** The function to use instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Called before each attempt, for logs or metrics. If it throws, the call ends with that error. */
  readonly onRequest?: (attempt: Attempt) => void;
  /** Called after each attempt with its outcome. If it throws, the call ends with that error. */
  readonly onResponse?: (attempt: Attempt & AttemptOutcome) => void;
}

/** One attempt of a call, without the credential and the body. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** Number of the attempt, from 1. */
  readonly number: number;
}

export interface AttemptOutcome {
  /** The HTTP status; undefined when no response arrived. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The response headers; undefined when no response arrived. */
  readonly headers: Headers | undefined;
  readonly durationMs: number;
  /** The `Sunset` header: the date on which the used API version is switched off. Undefined if no date has been set. */
  readonly sunset: string | undefined;
  /** Milliseconds until the next attempt; undefined after the last attempt. */
  readonly retryInMs: number | undefined;
}

/** Options of one request. */
export interface RequestOptions {
  /** Aborts the request and the pauses between its attempts. */
  readonly signal?: AbortSignal;
  /**
   * The idempotency key. Operations that support idempotency get a random key for each call. Set your own key if you
   * want to repeat the same call after a restart of your program.
   */
  readonly idempotencyKey?: string;
  /** Overrides the client's `timeoutMs`. */
  readonly timeoutMs?: number;
  /** Overrides the client's `retries`. */
  readonly retries?: number;
}

/** The rate limit that a response reports. */
export interface Limits {
  /** Requests per minute. */
  readonly limit: number;
  /** Number of requests that the service accepts now, at most `limit`. */
  readonly remaining: number;
  /** The time at which the full limit is available again. */
  readonly reset: Date;
}

/** A successful response. */
export interface Answer<Data, Meta> {
  readonly data: Data;
  readonly meta: Meta;
  readonly requestId: string | undefined;
  readonly limits: Limits;
  /** All response headers. In a browser, only those that the service exposes to pages. */
  readonly headers: Headers;
  /** Whether this is the service's stored response to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** A request to an endpoint that this client does not know. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path after the base URL, such as `/strategies`. Encode ids in it with `encodeURIComponent`. */
  readonly path: string;
  /** Query parameters. Lists are joined with commas. Parameters that are undefined or null are left out. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** The body, which is sent as JSON. */
  readonly body?: unknown;
  /**
   * Whether the endpoint supports `Idempotency-Key`. If true, a POST is sent with an idempotency key and is retried
   * like other requests. If false, a POST is retried only after a 429.
   */
  readonly idempotent?: boolean;
}
