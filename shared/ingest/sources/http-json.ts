import { pauseAfter } from '../../platform/retry.ts';
import { SourceError } from './market-source.ts';

/** How far a request may go. */
export interface HttpLimits {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  /** For one attempt from the first byte sent to the last one received. */
  readonly attemptTimeoutMs: number;
  /** For the wait for headers, and between any two pieces of the body. */
  readonly idleTimeoutMs: number;
  readonly maxBytes: number;
  /** The pause before attempt n is random between 0 and `backoffMs x 2^(n-1)`, or what the upstream asks for. */
  readonly backoffMs: number;
  /** An upstream that asks for a longer pause is left alone until the next run. */
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

/** A failed attempt: whether another one may mend it, and the pause that the upstream asked for, if any. */
interface Failure {
  readonly error: SourceError;
  readonly permanent?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/**
 * The JSON behind a URL, parsed and otherwise unchecked. Timeouts, broken connections, truncated and non-JSON bodies,
 * 429 and 5xx are tried again.
 *
 * @throws SourceError naming the URL's path and what was wrong with the last attempt
 */
export async function fetchJson(url: string, limits: HttpLimits = HTTP_LIMITS): Promise<unknown> {
  const name = new URL(url).pathname.slice(0, 80);
  // Not the common helper: an upstream that names its own pause may also end the tries by it.
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
  const whole = setTimeout(
    () => abort.abort(timedOut(name, limits.attemptTimeoutMs)),
    limits.attemptTimeoutMs,
  );
  const idle = setTimeout(() => abort.abort(timedOut(name, limits.idleTimeoutMs)), limits.idleTimeoutMs);
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
    const text = await readText(response, name, limits, () => idle.refresh());
    return parse(text, name);
  } catch (cause) {
    if (cause instanceof SourceError) return { error: cause, permanent: cause.kind === 'too_large' };
    const reason: unknown = abort.signal.reason;
    if (reason instanceof SourceError) return { error: reason };
    return { error: new SourceError('unreachable', `${name}: ${rootMessage(cause)}`, { cause }) };
  } finally {
    clearTimeout(whole);
    clearTimeout(idle);
    abort.abort();
  }
}

function timedOut(name: string, afterMs: number): SourceError {
  return new SourceError('timeout', `${name}: no answer for ${afterMs / 1000} s`);
}

/** `fetch` hides what went wrong behind "fetch failed" or "terminated"; the cause says it. */
function rootMessage(error: unknown): string {
  let deepest = error;
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
  return deepest instanceof Error ? deepest.message : String(deepest);
}

/** 429 and 5xx may pass; any other status will be the same next time. */
function failedStatus(response: Response, name: string): Failure {
  const { status } = response;
  return {
    error: new SourceError(status === 429 ? 'rate_limited' : 'status', `${name}: status ${status}`),
    permanent: status !== 429 && status < 500,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  };
}

/** `Retry-After` in milliseconds: seconds or an HTTP date; undefined when absent or not understood. */
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
  const pieces: Uint8Array[] = [];
  let size = 0;
  const received: AsyncIterable<Uint8Array> | readonly [] = response.body ?? [];
  for await (const piece of received) {
    size += piece.length;
    if (size > limits.maxBytes) throw tooLarge();
    pieces.push(piece);
    onProgress();
  }
  return Buffer.concat(pieces).toString('utf8');
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
