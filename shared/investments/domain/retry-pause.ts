/**
 * Upper limit (milliseconds) of the pause after the first conflict. Most transactions that conflict once do
 * not conflict again.
 */
const FIRST_PAUSE_MAX_MS = 80;
/**
 * Upper limit (milliseconds) of a pause after the second or a later conflict. The limit decreases with the
 * time that the transaction has waited.
 */
const LATER_PAUSE_MAX_MS = 600;
/** When a transaction has waited this long, it pauses for at most `SHORT_PAUSE_MAX_MS`. */
const SHORT_PAUSE_AFTER_MS = 1_000;
const SHORT_PAUSE_MAX_MS = 30;
/**
 * Each millisecond of an attempt above 50 ms raises the limit of the next pause by 40 ms. The limit is at most 5
 * seconds times the number of attempts so far.
 */
const USUAL_ATTEMPT_MS = 50;
const SLOW_ATTEMPT_FACTOR = 40;
const SLOW_PAUSE_MAX_MS = 5_000;

/**
 * Returns the upper limit (milliseconds) of the random pause before a sandbox transaction is retried after a
 * conflict.
 * The limit decreases with the time that a transaction has waited, so that older transactions are served first. It
 * grows with a slow attempt, because then the processor or the database is overloaded.
 *
 * @param attempt number of the attempt that had the conflict, from 1
 * @param waitedMs time since the transaction's first attempt began
 * @param attemptDurationMs duration of that attempt
 */
export function maxRetryPauseMs(attempt: number, waitedMs: number, attemptDurationMs: number): number {
  const pauseByWaitedTimeMs =
    attempt <= 1
      ? FIRST_PAUSE_MAX_MS
      : Math.max(SHORT_PAUSE_MAX_MS, LATER_PAUSE_MAX_MS * (1 - waitedMs / SHORT_PAUSE_AFTER_MS));
  return Math.max(
    pauseByWaitedTimeMs,
    Math.min(attempt * SLOW_PAUSE_MAX_MS, SLOW_ATTEMPT_FACTOR * (attemptDurationMs - USUAL_ATTEMPT_MS)),
  );
}
