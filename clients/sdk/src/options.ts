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
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
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
