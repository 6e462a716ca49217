/** A credential: an API key, or the token of a session. A function is asked before every request. */
export type Credential = string | (() => string | undefined);

export interface ClientOptions {
  /** The address that ends in the version segment, such as `https://api.example.com/v1`. */
  readonly baseUrl: string;
  /** Sent in `X-API-KEY`; public operations need none. Keep API keys out of pages and repositories. */
  readonly credential?: Credential;
  /** Attempts after the first where the request can safely be sent again. 3 unless given. */
  readonly retries?: number;
  /** Milliseconds that one attempt may take. 30,000 unless given. */
  readonly timeoutMs?: number;
  /** The longest wait, in milliseconds, that `Retry-After` may cause; a longer one ends the call. 60,000 unless given. */
  readonly maxRetryAfterMs?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Called before each attempt: to log or to measure. What it throws ends the call. */
  readonly onRequest?: (attempt: Attempt) => void;
  /** Called after each attempt, with its outcome. What it throws ends the call. */
  readonly onResponse?: (attempt: Attempt & AttemptOutcome) => void;
}

/** One attempt of a call. It holds no credential and no body. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** From 1; higher for a retry. */
  readonly number: number;
}

/** How an attempt ended. */
export interface AttemptOutcome {
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly durationMs: number;
  /** Milliseconds until the next attempt; undefined after the last one. */
  readonly retryInMs: number | undefined;
}

/** What one request may set for itself. */
export interface RequestOptions {
  /** Ends the request, its pauses included. */
  readonly signal?: AbortSignal;
  /**
   * Names what is to happen once. Operations that honour it get a random one for each call; give your own to repeat a
   * call after a restart.
   */
  readonly idempotencyKey?: string;
  /** In place of the client's `timeoutMs`. */
  readonly timeoutMs?: number;
  /** In place of the client's `retries`. */
  readonly retries?: number;
}

/** What the rate limit said with an answer. */
export interface Limits {
  /** Requests per minute. */
  readonly limit: number;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** When the whole limit is there again. */
  readonly reset: Date;
}

/** A successful answer. */
export interface Answer<Data, Meta> {
  readonly data: Data;
  readonly meta: Meta;
  readonly requestId: string | undefined;
  readonly limits: Limits;
  /** Whether this repeats the first answer under the same idempotency key. */
  readonly replayed: boolean;
}
