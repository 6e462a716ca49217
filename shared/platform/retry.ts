/** The pauses between tries: each is random below a bound that doubles (full jitter), so that who met once parts. */
export interface Backoff {
  /** The bound of the first pause, in milliseconds. */
  readonly baseMs: number;
  /** What the bound never exceeds, in milliseconds. */
  readonly maxMs: number;
}

export interface RetryPolicy {
  /** Tries in all, the first included; at least 1. */
  readonly attempts: number;
  /** Without one, the next try follows at once. */
  readonly backoff?: Backoff;
  /** Whether another try may succeed where this one failed; TryAgain is always tried again. */
  readonly isPassing?: (error: unknown) => boolean;
}

/** Thrown by work that must start again from the beginning. Its message names the conflict. */
export class TryAgain extends Error {}

/** Below this the pause lies after the `failures`th try that failed (from 1), in milliseconds. */
function pauseBoundMs(failures: number, { baseMs, maxMs }: Backoff): number {
  return Math.min(maxMs, baseMs * 2 ** (failures - 1));
}

/** Waits after the `failures`th try that failed (from 1), for `atLeastMs` or longer. */
export async function pauseAfter(failures: number, backoff: Backoff, atLeastMs = 0): Promise<void> {
  const pauseMs = Math.max(atLeastMs, Math.random() * pauseBoundMs(failures, backoff));
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}

/** The last failure; TryAgain means nothing to a caller, whose own tries it would set going. */
function outcomeOf(error: unknown, attempts: number): unknown {
  if (!(error instanceof TryAgain)) return error;
  return new Error(`${error.message} (${attempts} tries)`, { cause: error });
}

/**
 * Does `work` until it succeeds, as often as the policy allows.
 *
 * @throws what `work` threw last: at once where another try would not help; an Error with the message of a TryAgain
 */
export async function retry<T>(policy: RetryPolicy, work: () => Promise<T>): Promise<T> {
  const { attempts, backoff, isPassing } = policy;
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const mayPass = error instanceof TryAgain || isPassing?.(error) === true;
      if (!mayPass || failures >= attempts) throw outcomeOf(error, attempts);
      if (backoff !== undefined) await pauseAfter(failures, backoff);
    }
  }
}
