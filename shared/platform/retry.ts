/**
 * Pauses between attempts. Each pause has a random length, from 0 to a limit that doubles with each attempt
 * (full jitter). With random pauses, attempts that conflicted do not run at the same time again.
 */
export interface Backoff {
  /** Maximum length of the first pause, in milliseconds. */
  readonly baseMs: number;
  /** Maximum length of every pause, in milliseconds. */
  readonly maxMs: number;
}

export interface RetryPolicy {
  /** Maximum number of attempts. The first attempt is included, so it is at least 1. */
  readonly attempts: number;
  /** Pauses between attempts. If absent, the next attempt follows immediately. */
  readonly backoff?: Backoff;
  /** Returns whether a retry may succeed after this error. A RetryableError is always retried. */
  readonly isRetryable?: (error: unknown) => boolean;
}

/** An error that makes `retry` run the work again from the beginning. Its message describes the conflict. */
export class RetryableError extends Error {}

/** Returns the maximum pause in milliseconds after `failureCount` (at least 1) failed attempts. */
function computeMaxPauseMs(failureCount: number, { baseMs, maxMs }: Backoff): number {
  return Math.min(maxMs, baseMs * 2 ** (failureCount - 1));
}

/** Waits a random time after `failureCount` (at least 1) failed attempts, but at least `minPauseMs` milliseconds. */
export async function pauseAfterFailure(
  failureCount: number,
  backoff: Backoff,
  minPauseMs = 0,
): Promise<void> {
  const pauseMs = Math.max(minPauseMs, Math.random() * computeMaxPauseMs(failureCount, backoff));
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

/**
 * Returns the error to throw after the last attempt. Replaces a RetryableError by an ordinary Error, because an outer
 * `retry` would repeat the work after a RetryableError.
 */
function toFinalError(error: unknown, attemptCount: number): unknown {
  if (!(error instanceof RetryableError)) return error;
  return new Error(`${error.message} (${attemptCount} tries)`, { cause: error });
}

/**
 * Runs `work` until it succeeds, or until the policy allows no further attempt.
 *
 * @throws the last error of `work`; a RetryableError is replaced by an Error with its message and the number of
 * attempts
 */
export async function retry<T>(policy: RetryPolicy, work: () => Promise<T>): Promise<T> {
  const { attempts, backoff, isRetryable } = policy;
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    try {
      return await work();
    } catch (error) {
      const canRetry = error instanceof RetryableError || isRetryable?.(error) === true;
      if (!canRetry || attemptNumber >= attempts) throw toFinalError(error, attempts);
      if (backoff !== undefined) await pauseAfterFailure(attemptNumber, backoff);
    }
  }
}
