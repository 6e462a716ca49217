import { pauseAfter } from '../../platform/retry.ts';
import { SourceError } from './market-source.ts';

/** Limits of one request and its retries. */
export interface HttpLimits {
  /** Maximum number of attempts, including the first. */
  readonly attempts: number;
  /** Maximum time of one attempt, including the body, in milliseconds. */
  readonly attemptTimeoutMs: number;
  /** Maximum wait for the headers, and for the next chunk of the body, in milliseconds. */
  readonly idleTimeoutMs: number;
  readonly maxBytes: number;
  /**
   * Base of the pause in milliseconds. The pause before attempt n is random between 0 and `backoffMs x 2^(n-1)`, or as
   * long as the server requests.
   */
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

/** A failed attempt: its error, whether a retry would be useless, and the pause that the server requested. */
interface Failure {
  readonly error: SourceError;
  readonly permanent?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Returns the parsed JSON of a URL without further validation. Retries after timeouts, broken connections, truncated or
 * non-JSON bodies, 429 and 5xx.
 * @throws SourceError with the URL's path and the error of the last attempt
 */
export async function fetchJson(url: string, limits: HttpLimits = HTTP_LIMITS): Promise<unknown> {
  const name = new URL(url).pathname.slice(0, 80);
  // The shared retry helper cannot be used, because a long `Retry-After` must end the attempts.
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptJson(url, name, limits);
    if ('value' in result) return result.value;
    const { error, permanent, retryAfterMs } = result;
    if (permanent === true || attempt >= limits.attempts) throw error;
    if (retryAfterMs !== undefined && retryAfterMs > limits.maxRetryAfterMs) throw error;
    await pauseAfter(attempt, { baseMs: limits.backoffMs, maxMs: limits.attemptTimeoutMs }, retryAfterMs);
  }
}

async function attemptJson(
  url: string,
  name: string,
  limits: HttpLimits,
): Promise<{ readonly value: unknown } | Failure> {
  const abort = new AbortController();
  const attemptTimer = setTimeout(
    () => abort.abort(createTimeoutError(name, limits.attemptTimeoutMs)),
    limits.attemptTimeoutMs,
  );
  const idleTimer = setTimeout(
    () => abort.abort(createTimeoutError(name, limits.idleTimeoutMs)),
    limits.idleTimeoutMs,
  );
  try {
    const response = await fetch(url, {
      signal: abort.signal,
      headers: { accept: 'application/json' },
      redirect: 'follow',
    });
    if (!response.ok) {
      await response.body?.cancel();
      return failedStatus(response, name);
    }
    const text = await readText(response, name, limits, () => idleTimer.refresh());
    return parse(text, name);
  } catch (cause) {
    if (cause instanceof SourceError) return { error: cause, permanent: cause.kind === 'too_large' };
    const reason: unknown = abort.signal.reason;
    if (reason instanceof SourceError) return { error: reason };
    return { error: new SourceError('unreachable', `${name}: ${rootMessage(cause)}`, { cause }) };
  } finally {
    clearTimeout(attemptTimer);
    clearTimeout(idleTimer);
    abort.abort();
  }
}

function createTimeoutError(name: string, afterMs: number): SourceError {
  return new SourceError('timeout', `${name}: no answer for ${afterMs / 1000} s`);
}

/**
 * Returns the message of the innermost cause, because the message of `fetch` is only "fetch failed" or "terminated".
 */
function rootMessage(error: unknown): string {
  let rootCause = error;
  while (rootCause instanceof Error && rootCause.cause !== undefined) rootCause = rootCause.cause;
  return rootCause instanceof Error ? rootCause.message : String(rootCause);
}

/**
 * Returns the failure for a status. A retry can help only after 429 and 5xx. After any other status, the same
 * request would get the same status again.
 */
function failedStatus(response: Response, name: string): Failure {
  const { status } = response;
  return {
    error: new SourceError(status === 429 ? 'rate_limited' : 'status', `${name}: status ${status}`),
    permanent: status !== 429 && status < 500,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  };
}

/** Returns a `Retry-After` header (seconds or an HTTP date) in milliseconds; undefined if it is absent or malformed. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

async function readText(
  response: Response,
  name: string,
  limits: HttpLimits,
  onProgress: () => void,
): Promise<string> {
  const tooLarge = () =>
    new SourceError('too_large', `${name}: the body is over ${Math.round(limits.maxBytes / 1024 / 1024)} MB`);
  if (Number(response.headers.get('content-length') ?? 0) > limits.maxBytes) throw tooLarge();
  const bodyChunks: Uint8Array[] = [];
  let size = 0;
  const bodyStream: AsyncIterable<Uint8Array> | readonly [] = response.body ?? [];
  for await (const bodyChunk of bodyStream) {
    size += bodyChunk.length;
    if (size > limits.maxBytes) throw tooLarge();
    bodyChunks.push(bodyChunk);
    onProgress();
  }
  return Buffer.concat(bodyChunks).toString('utf8');
}

function parse(text: string, name: string): { readonly value: unknown } {
  if (text.trimStart().startsWith('<')) {
    throw new SourceError('malformed', `${name}: HTML instead of JSON`);
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (cause) {
    throw new SourceError('malformed', `${name}: JSON that breaks off or is malformed`, { cause });
  }
}
