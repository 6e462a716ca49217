/**
 * Pauses between attempts. Each is random below a limit that doubles (full jitter), so that conflicting
 * attempts do not meet again.
 */
export interface Backoff {
  /** Upper limit of the first pause, in milliseconds. */
  readonly baseMs: number;
  /** Upper limit of every pause, in milliseconds. */
  readonly maxMs: number;
}

export interface RetryPolicy {
  /** Number of attempts, including the first; at least 1. */
  readonly attempts: number;
  /** Without it, the next attempt follows at once. */
  readonly backoff?: Backoff;
  /** Whether a retry may succeed after this error. A RetryableError is always retried. */
  readonly isRetryable?: (error: unknown) => boolean;
}

/** Thrown by work that must start again from the beginning. Its message describes the conflict. */
export class RetryableError extends Error {}

/** Upper limit of the pause after failed attempt number `failures` (from 1), in milliseconds. */
function maxPauseMs(failures: number, { baseMs, maxMs }: Backoff): number {
  return Math.min(maxMs, baseMs * 2 ** (failures - 1));
}

/** Waits after failed attempt number `failures` (from 1), for at least `atLeastMs`. */
export async function pauseAfter(failures: number, backoff: Backoff, atLeastMs = 0): Promise<void> {
  const pauseMs = Math.max(atLeastMs, Math.random() * maxPauseMs(failures, backoff));
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

/**
 * The error to throw after the last attempt. A RetryableError is replaced, because it would start the caller's own
 * retries.
 */
function finalError(error: unknown, attempts: number): unknown {
  if (!(error instanceof RetryableError)) return error;
  return new Error(`${error.message} (${attempts} tries)`, { cause: error });
}

/**
 * Runs `work` until it succeeds, at most as often as the policy allows.
 *
 * @throws the last error of `work`, at once if a retry would not help. A RetryableError becomes an Error with its
 * message.
 */
export async function retry<T>(policy: RetryPolicy, work: () => Promise<T>): Promise<T> {
  const { attempts, backoff, isRetryable } = policy;
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const canRetry = error instanceof RetryableError || isRetryable?.(error) === true;
      if (!canRetry || failures >= attempts) throw finalError(error, attempts);
      if (backoff !== undefined) await pauseAfter(failures, backoff);
    }
  }
}
