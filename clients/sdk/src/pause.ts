const BASE_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;

/**
 * Returns a random wait in milliseconds after attempt number `attemptNumber` (from 1). The limit of the wait doubles
 * with each attempt.
 */
export function computePauseMs(attemptNumber: number): number {
  return Math.random() * Math.min(MAX_PAUSE_MS, BASE_PAUSE_MS * 2 ** attemptNumber);
}

/**
 * Returns the seconds of a `Retry-After` header, which is a number or an HTTP date; undefined if it is absent or
 * invalid.
 */
export function retryAfterSecondsOf(header: string | null, nowMs = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : (Date.parse(header) - nowMs) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Rejects with the signal's reason when the signal aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
