import { ConnectionError, type ErrorDetails, YieldApiError } from './errors.ts';
import type { Answer, ClientOptions, Limits, RequestOptions } from './options.ts';
import { pause, pauseMs } from './pause.ts';

/** An operation as the wire has it. */
export interface Wire {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base address, with `{name}` for path parameters. */
  readonly path: string;
  readonly idempotent?: boolean;
}

/** Everything that an operation takes, in one object: path parameters, and the query or the fields of the body. */
export type Input = Readonly<Record<string, unknown>>;

const RETRIES = 3;
const TIMEOUT_MS = 30_000;

function addressOf(baseUrl: string, { method, path }: Wire, input: Input): { url: string; rest: Input } {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (value === undefined || value === '') throw new TypeError(`${method} ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  return { url: `${baseUrl.replace(/\/+$/, '')}${filled}`, rest };
}

/** Lists become one value with commas; what is undefined is left out. */
function queryOf(input: Input): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function requestOf(
  options: ClientOptions,
  wire: Wire,
  input: Input,
  key: string | undefined,
): [string, RequestInit] {
  const { url, rest } = addressOf(options.baseUrl, wire, input);
  const { credential } = options;
  const secret = typeof credential === 'function' ? credential() : credential;
  const hasBody = wire.method === 'POST' || wire.method === 'PUT';
  const headers: Record<string, string> = {
    ...(secret === undefined ? {} : { 'X-API-KEY': secret }),
    ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  };
  if (!hasBody) return [url + queryOf(rest), { method: wire.method, headers }];
  return [url, { method: wire.method, headers, body: JSON.stringify(rest) }];
}

function limitsOf(headers: Headers): Limits {
  const read = (name: string) => Number(headers.get(`X-RateLimit-${name}`) ?? 0);
  return { limit: read('Limit'), remaining: read('Remaining'), reset: new Date(read('Reset') * 1_000) };
}

/** The two forms of the envelope, as the document describes them. */
type Envelope<Data, Meta> =
  | { readonly success: true; readonly data: Data; readonly meta: Meta }
  | { readonly success: false; readonly error: { code: string; message: string; details?: ErrorDetails } };

/** Whether an answer is this API's: its data is then what the document says of it. */
function isEnvelope<Data, Meta>(body: unknown): body is Envelope<Data, Meta> {
  if (typeof body !== 'object' || body === null || !('success' in body)) return false;
  if (body.success === true) return true;
  if (body.success !== false || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}

function errorOf(
  response: Response,
  { code, message, details }: { code: string; message: string; details?: ErrorDetails },
) {
  const after = response.headers.get('Retry-After');
  return new YieldApiError({
    code,
    message,
    details,
    status: response.status,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: after === null ? undefined : Number(after),
  });
}

async function attempt<Data, Meta>(
  { fetch: fetchOne = fetch, timeoutMs = TIMEOUT_MS }: ClientOptions,
  [url, init]: [string, RequestInit],
  signal: AbortSignal | undefined,
): Promise<Answer<Data, Meta>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let body: unknown;
  try {
    response = await fetchOne(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    body = JSON.parse(await response.text());
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ConnectionError(`No answer to ${init.method} ${url}`, { cause });
  }
  if (!isEnvelope<Data, Meta>(body)) {
    throw new ConnectionError(`${init.method} ${url} was not answered by the service`);
  }
  if (!body.success) throw errorOf(response, body.error);
  return {
    data: body.data,
    meta: body.meta,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    limits: limitsOf(response.headers),
    replayed: response.headers.get('Idempotent-Replayed') === 'true',
  };
}

/** A refusal by the rate limit changed nothing; anything else is only sent again where a repeat changes nothing. */
function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof YieldApiError) return error.status === 429 || (error.status >= 500 && isRepeatable);
  return error instanceof ConnectionError && isRepeatable;
}

/**
 * Sends a request and gives its answer. Where the answer is late, lost, a 500 or a 429, it is sent again after a
 * growing, random pause, or after what `Retry-After` says; a request that could act twice is not.
 *
 * @throws YieldApiError when the service refused or failed, ConnectionError when no answer of it came, and the signal's
 * own reason once it is aborted
 */
export async function send<Data, Meta>(
  options: ClientOptions,
  wire: Wire,
  input: Input = {},
  { signal, idempotencyKey }: RequestOptions = {},
): Promise<Answer<Data, Meta>> {
  const key = wire.idempotent === true ? (idempotencyKey ?? crypto.randomUUID()) : undefined;
  const isRepeatable = wire.method !== 'POST' || key !== undefined;
  const retries = options.retries ?? RETRIES;
  // A loop of its own: the client has no dependency, and the service's retries know nothing of `Retry-After`.
  for (let attempts = 1; ; attempts += 1) {
    try {
      // Built anew each time, as the credential may have changed meanwhile.
      return await attempt<Data, Meta>(options, requestOf(options, wire, input, key), signal);
    } catch (error) {
      if (attempts > retries || !mayRepeat(error, isRepeatable)) throw error;
      await pause(
        pauseMs(attempts, error instanceof YieldApiError ? error.retryAfterSeconds : undefined),
        signal,
      );
    }
  }
}
