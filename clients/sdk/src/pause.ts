const BASE_MS = 250;
const MAX_MS = 8_000;

/** How long to wait after attempt `attempts` (from 1): what the service asked for, else a random part of a growing bound. */
export function pauseMs(attempts: number, retryAfterSeconds: number | undefined): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1_000;
  return Math.random() * Math.min(MAX_MS, BASE_MS * 2 ** attempts);
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
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
