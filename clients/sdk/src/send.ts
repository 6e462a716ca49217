import { ConnectionError, type ErrorDetails, UnexpectedAnswerError, YieldApiError } from './errors.ts';
import { VERSION } from './generated/version.ts';
import type { Answer, ClientOptions, Limits, RawRequest, RequestOptions } from './options.ts';
import { computePauseMs, pause, retryAfterSecondsOf } from './pause.ts';

export interface HttpEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path after the base URL, with `{name}` for path parameters. */
  readonly path: string;
  readonly idempotent?: boolean;
}

/** All inputs of an operation in one object: path parameters, and query parameters or body fields. */
export type Input = Readonly<Record<string, unknown>>;

const DEFAULT_RETRIES = 3;
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RETRY_AFTER_MS = 60_000;

const joinUrl = (baseUrl: string, path: string) => `${baseUrl.replace(/\/+$/, '')}${path}`;

/**
 * Returns the client's `User-Agent` header for server runtimes. Returns no header in browsers, because they send their
 * own. A different value could make the CORS preflight fail.
 */
function buildClientHeaders(): Record<string, string> {
  const runtimeName = typeof navigator === 'undefined' ? 'Node.js' : navigator.userAgent;
  const isServerRuntime = /^(Node\.js|Bun|Deno|Cloudflare-Workers)/.test(runtimeName);
  return isServerRuntime ? { 'User-Agent': `yield-api-client/${VERSION} ${runtimeName}` } : {};
}

function buildUrl(
  baseUrl: string,
  { method, path }: HttpEndpoint,
  input: Input,
): { url: string; rest: Input } {
  const remainingInput: Record<string, unknown> = { ...input };
  const pathWithValues = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = remainingInput[name];
    delete remainingInput[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${method} ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  return { url: joinUrl(baseUrl, pathWithValues), rest: remainingInput };
}

/**
 * Returns the query string with `?`, or an empty text. Joins lists with commas. Leaves out parameters that are
 * undefined or null.
 */
function buildQuery(input: Input): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A request without its headers. */
interface RequestTarget {
  readonly url: string;
  /** The body; undefined for a request without one. */
  readonly body: unknown;
}

/**
 * Returns the URL and body of an operation. Path parameters come from the input. The remaining input fields
 * become the body, or the query of a GET or DELETE request.
 */
function buildRequestTarget(baseUrl: string, endpoint: HttpEndpoint, input: Input): RequestTarget {
  const { url, rest } = buildUrl(baseUrl, endpoint, input);
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  return hasBody ? { url, body: rest } : { url: url + buildQuery(rest), body: undefined };
}

function buildRequest(
  { credential }: ClientOptions,
  method: HttpEndpoint['method'],
  { url, body }: RequestTarget,
  key: string | undefined,
): [string, RequestInit] {
  const credentialText = typeof credential === 'function' ? credential() : credential;
  const headers: Record<string, string> = {
    ...buildClientHeaders(),
    ...(credentialText === undefined ? {} : { 'X-API-KEY': credentialText }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  };
  return [url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }];
}

function readLimits(headers: Headers): Limits {
  const read = (name: string) => Number(headers.get(`X-RateLimit-${name}`) ?? 0);
  return { limit: read('Limit'), remaining: read('Remaining'), reset: new Date(read('Reset') * 1_000) };
}

type Envelope<Data, Meta> =
  | { readonly success: true; readonly data: Data; readonly meta: Meta }
  | { readonly success: false; readonly error: { code: string; message: string; details?: ErrorDetails } };

function isEnvelope<Data, Meta>(body: unknown): body is Envelope<Data, Meta> {
  if (typeof body !== 'object' || body === null || !('success' in body)) return false;
  if (body.success === true) return true;
  if (body.success !== false || !('error' in body)) return false;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}

function buildError(
  response: Response,
  { code, message, details }: { code: string; message: string; details?: ErrorDetails },
) {
  return new YieldApiError({
    code,
    message,
    details,
    status: response.status,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: retryAfterSecondsOf(response.headers.get('Retry-After')),
    headers: response.headers,
  });
}

/**
 * Returns a signal that aborts with the caller's signal or after a time limit. `AbortSignal.any` is not used, because
 * it is missing before Node 20.3.
 */
function startTimeout(
  signal: AbortSignal | undefined,
  timeoutMs: number,
): { signal: AbortSignal; cleanUp: () => void } {
  const abortController = new AbortController();
  const onAbort = () => abortController.abort(signal?.reason);
  const timer = setTimeout(
    () => abortController.abort(new DOMException(`No answer after ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  );
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const cleanUp = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  return { signal: abortController.signal, cleanUp };
}

async function fetchText(
  fetchImplementation: typeof fetch,
  [url, init]: [string, RequestInit],
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ response: Response; text: string }> {
  const timeout = startTimeout(signal, timeoutMs);
  try {
    const response = await fetchImplementation(url, { ...init, signal: timeout.signal });
    return { response, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ConnectionError(`No answer to ${init.method} ${url}`, { cause });
  } finally {
    timeout.cleanUp();
  }
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws YieldApiError for an error of the API; UnexpectedAnswerError when the body is not an envelope of the API */
function read<Data, Meta>(response: Response, text: string, operationName: string): Answer<Data, Meta> {
  const body = tryParseJson(text);
  if (!isEnvelope<Data, Meta>(body)) throw new UnexpectedAnswerError(operationName, response.status);
  if (!body.success) throw buildError(response, body.error);
  return {
    data: body.data,
    meta: body.meta,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    limits: readLimits(response.headers),
    headers: response.headers,
    replayed: response.headers.get('Idempotent-Replayed') === 'true',
  };
}

/** Returns the pause before the next attempt in milliseconds; undefined if the request must not be sent again. */
function computeRetryDelayMs(error: unknown, attemptNumber: number, call: Call): number | undefined {
  if (attemptNumber > call.retries) return undefined;
  if (error instanceof YieldApiError) {
    // A request that the rate limit rejected has changed nothing, so it is safe to repeat.
    if (error.status !== 429 && (error.status < 500 || !call.isRepeatable)) return undefined;
    const { retryAfterSeconds } = error;
    if (retryAfterSeconds === undefined) return computePauseMs(attemptNumber);
    const ms = retryAfterSeconds * 1_000;
    // All waiting calls get the same `Retry-After`. The random pause keeps them from being sent together.
    return ms > call.maxRetryAfterMs ? undefined : ms + computePauseMs(attemptNumber);
  }
  return error instanceof ConnectionError && call.isRepeatable ? computePauseMs(attemptNumber) : undefined;
}

interface Call {
  readonly retries: number;
  readonly timeoutMs: number;
  readonly maxRetryAfterMs: number;
  /** Whether the request is idempotent: sending it again has no further effect. */
  readonly isRepeatable: boolean;
}

export async function send<Data, Meta>(
  options: ClientOptions,
  endpoint: HttpEndpoint,
  input: Input = {},
  request: RequestOptions = {},
): Promise<Answer<Data, Meta>> {
  return sendWithRetries(options, endpoint, buildRequestTarget(options.baseUrl, endpoint, input), request);
}

/**
 * Sends a request to an endpoint for which this client has no method.
 * @throws TypeError when the path does not start with a slash
 */
export async function sendRawRequest<Data, Meta>(
  options: ClientOptions,
  { method, path, query = {}, body, idempotent = false }: RawRequest,
  request: RequestOptions = {},
): Promise<Answer<Data, Meta>> {
  if (!path.startsWith('/')) throw new TypeError(`The path ${path} must start with a slash`);
  const requestTarget = { url: joinUrl(options.baseUrl, path) + buildQuery(query), body };
  return sendWithRetries(options, { method, path, idempotent }, requestTarget, request);
}

/**
 * Sends a request, and sends it again after a timeout, a lost connection, a 5xx or a 429. A request is not repeated if
 * it could take effect twice, or if its `Retry-After` exceeds `maxRetryAfterMs`.
 * @throws YieldApiError when the service rejected the request or failed; UnexpectedAnswerError when the
 * response did not come from the service; ConnectionError when there was no response; the signal's reason when
 * the signal aborted
 */
async function sendWithRetries<Data, Meta>(
  options: ClientOptions,
  endpoint: HttpEndpoint,
  requestTarget: RequestTarget,
  { signal, idempotencyKey, timeoutMs, retries }: RequestOptions,
): Promise<Answer<Data, Meta>> {
  const key = endpoint.idempotent === true ? (idempotencyKey ?? crypto.randomUUID()) : undefined;
  const call: Call = {
    retries: retries ?? options.retries ?? DEFAULT_RETRIES,
    timeoutMs: timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxRetryAfterMs: options.maxRetryAfterMs ?? DEFAULT_MAX_RETRY_AFTER_MS,
    isRepeatable: endpoint.method !== 'POST' || key !== undefined,
  };
  // The client does not use a library for retries, because it has no dependencies.
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    // Build the request for each attempt, because the credential may have changed.
    const request = buildRequest(options, endpoint.method, requestTarget, key);
    const attempt = { method: endpoint.method, url: request[0], number: attemptNumber };
    const startedMs = Date.now();
    let response: Response | undefined;
    const reportAttempt = (inMs: number | undefined) =>
      options.onResponse?.({
        ...attempt,
        status: response?.status,
        requestId: response?.headers.get('X-Request-Id') ?? undefined,
        headers: response?.headers,
        durationMs: Date.now() - startedMs,
        sunset: response?.headers.get('Sunset') ?? undefined,
        retryInMs: inMs,
      });
    options.onRequest?.(attempt);
    let answer: Answer<Data, Meta>;
    try {
      const responseWithText = await fetchText(options.fetch ?? fetch, request, call.timeoutMs, signal);
      response = responseWithText.response;
      answer = read<Data, Meta>(response, responseWithText.text, `${endpoint.method} ${request[0]}`);
    } catch (error) {
      const retryDelayMs = computeRetryDelayMs(error, attemptNumber, call);
      reportAttempt(retryDelayMs);
      if (retryDelayMs === undefined) throw error;
      await pause(retryDelayMs, signal);
      continue;
    }
    reportAttempt(undefined);
    return answer;
  }
}
