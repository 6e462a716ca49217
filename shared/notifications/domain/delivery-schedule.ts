const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after failed attempts, in milliseconds. Their sum is three days. */
const RETRY_PAUSES_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  18 * HOUR_MS,
  22 * HOUR_MS + 24 * MINUTE_MS - 5 * SECOND_MS,
] as const;

/**
 * Maximum random change of a pause, as a fraction of the pause. It spreads the retries of deliveries that failed
 * at the same time.
 */
const PAUSE_JITTER_FRACTION = 0.1;

/**
 * Returns the milliseconds until the next attempt. Returns undefined if there is no further attempt.
 *
 * @param attemptCount number of failed attempts, at least 1
 * @param randomFraction random number from 0 (inclusive) to 1 (exclusive)
 */
export function computeRetryPauseMs(attemptCount: number, randomFraction: number): number | undefined {
  const pauseMs = RETRY_PAUSES_MS[attemptCount - 1];
  return pauseMs === undefined
    ? undefined
    : Math.round(pauseMs * (1 + PAUSE_JITTER_FRACTION * (2 * randomFraction - 1)));
}
