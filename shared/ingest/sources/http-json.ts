import { pauseAfterFailure } from '../../platform/retry.ts';
import { SourceError } from './market-source.ts';

export interface HttpLimits {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** Maximum time of one attempt, including the body, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** Maximum wait for the headers, and for the next chunk of the body, in milliseconds. */
  readonly idleTimeoutMs: number;
  readonly maxBytes: number;
  /** Base of the exponential backoff in milliseconds. A `Retry-After` header of the server replaces the backoff. */
  readonly backoffMs: number;
  /** Maximum `Retry-After` in milliseconds. If the server requests a longer pause, this run makes no more attempts. */
  readonly maxRetryAfterMs: number;
}

export const HTTP_LIMITS: HttpLimits = {
  attempts: 4,
  attemptTimeoutMs: 45_000,
  idleTimeoutMs: 10_000,
  maxBytes: 64 * 1024 * 1024,
  backoffMs: 500,
  maxRetryAfterMs: 20_000,
};

interface Failure {
  readonly error: SourceError;
  readonly isPermanent?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Fetches a URL and returns its parsed JSON without validation. Retries after timeouts, broken connections, truncated
 * or non-JSON bodies, and the statuses 429 and 5xx.
 * @throws SourceError with the URL's path and the error of the last attempt
 */
export async function fetchJson(url: string, limits: HttpLimits = HTTP_LIMITS): Promise<unknown> {
  const urlPath = new URL(url).pathname.slice(0, 80);
  // The shared retry helper cannot be used, because a long `Retry-After` must end the attempts.
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    const result = await attemptFetch(url, urlPath, limits);
    if ('value' in result) return result.value;
    const { error, isPermanent, retryAfterMs } = result;
    if (isPermanent === true || attemptNumber >= limits.attempts) throw error;
    if (retryAfterMs !== undefined && retryAfterMs > limits.maxRetryAfterMs) throw error;
    await pauseAfterFailure(
      attemptNumber,
      { baseMs: limits.backoffMs, maxMs: limits.attemptTimeoutMs },
      retryAfterMs,
    );
  }
}

async function attemptFetch(
  url: string,
  urlPath: string,
  limits: HttpLimits,
): Promise<{ readonly value: unknown } | Failure> {
  const abortController = new AbortController();
  const attemptTimer = setTimeout(
    () => abortController.abort(createTimeoutError(urlPath, limits.attemptTimeoutMs)),
    limits.attemptTimeoutMs,
  );
  const idleTimer = setTimeout(
    () => abortController.abort(createTimeoutError(urlPath, limits.idleTimeoutMs)),
    limits.idleTimeoutMs,
  );
  try {
    const response = await fetch(url, {
      signal: abortController.signal,
      headers: { accept: 'application/json' },
      redirect: 'follow',
    });
    if (!response.ok) {
      await response.body?.cancel();
      return failureOfStatus(response, urlPath);
    }
    const text = await readResponseText(response, urlPath, limits, () => idleTimer.refresh());
    return parseBody(text, urlPath);
  } catch (cause) {
    if (cause instanceof SourceError) return { error: cause, isPermanent: cause.kind === 'too_large' };
    const reason: unknown = abortController.signal.reason;
    if (reason instanceof SourceError) return { error: reason };
    return { error: new SourceError('unreachable', `${urlPath}: ${findRootCauseMessage(cause)}`, { cause }) };
  } finally {
    clearTimeout(attemptTimer);
    clearTimeout(idleTimer);
    abortController.abort();
  }
}

function createTimeoutError(urlPath: string, timeoutMs: number): SourceError {
  return new SourceError('timeout', `${urlPath}: no answer for ${timeoutMs / 1000} s`);
}

/**
 * Returns the message of the innermost cause, because the message of `fetch` is only "fetch failed" or "terminated".
 */
function findRootCauseMessage(error: unknown): string {
  let rootCause = error;
  while (rootCause instanceof Error && rootCause.cause !== undefined) rootCause = rootCause.cause;
  return rootCause instanceof Error ? rootCause.message : String(rootCause);
}

function failureOfStatus(response: Response, urlPath: string): Failure {
  const { status } = response;
  return {
    error: new SourceError(status === 429 ? 'rate_limited' : 'status', `${urlPath}: status ${status}`),
    isPermanent: status !== 429 && status < 500,
    retryAfterMs: parseRetryAfterMs(response.headers.get('retry-after')),
  };
}

/** Returns a `Retry-After` header (seconds or an HTTP date) in milliseconds; undefined if it is absent or malformed. */
function parseRetryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const retryAtMs = Date.parse(header);
  return Number.isNaN(retryAtMs) ? undefined : Math.max(0, retryAtMs - Date.now());
}

async function readResponseText(
  response: Response,
  urlPath: string,
  limits: HttpLimits,
  onProgress: () => void,
): Promise<string> {
  const createTooLargeError = () =>
    new SourceError(
      'too_large',
      `${urlPath}: the body is over ${Math.round(limits.maxBytes / 1024 / 1024)} MB`,
    );
  if (Number(response.headers.get('content-length') ?? 0) > limits.maxBytes) throw createTooLargeError();
  const bodyChunks: Uint8Array[] = [];
  let size = 0;
  const bodyStream: AsyncIterable<Uint8Array> | readonly [] = response.body ?? [];
  for await (const bodyChunk of bodyStream) {
    size += bodyChunk.length;
    if (size > limits.maxBytes) throw createTooLargeError();
    bodyChunks.push(bodyChunk);
    onProgress();
  }
  return Buffer.concat(bodyChunks).toString('utf8');
}

function parseBody(text: string, urlPath: string): { readonly value: unknown } {
  if (text.trimStart().startsWith('<')) {
    throw new SourceError('malformed', `${urlPath}: HTML instead of JSON`);
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (cause) {
    throw new SourceError('malformed', `${urlPath}: JSON that breaks off or is malformed`, { cause });
  }
}
