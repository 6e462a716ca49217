/**
 * Upper limit (milliseconds) of the pause after the first conflict. It is short, because most transactions conflict
 * only once.
 */
const FIRST_PAUSE_MAX_MS = 80;
/**
 * Initial upper limit in milliseconds of a pause after the second or a later conflict. The limit decreases while the
 * transaction waits.
 */
const LATER_PAUSE_MAX_MS = 600;
/**
 * Waiting time in milliseconds after which the upper limit of a later pause is only `SHORT_PAUSE_MAX_MS`, so that old
 * transactions are served first.
 */
const SHORT_PAUSE_AFTER_MS = 1_000;
const SHORT_PAUSE_MAX_MS = 30;
/**
 * If an attempt takes t ms and t is above 50, the pause may be as long as 40 * (t - 50) ms. The limit of this longer
 * pause is 5 seconds times the attempt's number.
 */
const USUAL_ATTEMPT_MS = 50;
const SLOW_ATTEMPT_FACTOR = 40;
const SLOW_ATTEMPT_PAUSE_MAX_MS = 5_000;

/**
 * Returns the maximum length in milliseconds of the random pause between a conflict and the next attempt.
 * The pause is shorter for transactions that have waited longer, so that they are served first. It is longer after a
 * slow attempt, because then the processor or the database is overloaded.
 *
 * @param attemptNumber number of the attempt that had the conflict, from 1
 * @param waitedMs time since the transaction's first attempt began
 * @param attemptDurationMs duration of that attempt
 */
export function computeMaxRetryPauseMs(
  attemptNumber: number,
  waitedMs: number,
  attemptDurationMs: number,
): number {
  const maxPauseAfterWaitMs =
    attemptNumber <= 1
      ? FIRST_PAUSE_MAX_MS
      : Math.max(SHORT_PAUSE_MAX_MS, LATER_PAUSE_MAX_MS * (1 - waitedMs / SHORT_PAUSE_AFTER_MS));
  return Math.max(
    maxPauseAfterWaitMs,
    Math.min(
      attemptNumber * SLOW_ATTEMPT_PAUSE_MAX_MS,
      SLOW_ATTEMPT_FACTOR * (attemptDurationMs - USUAL_ATTEMPT_MS),
    ),
  );
}
