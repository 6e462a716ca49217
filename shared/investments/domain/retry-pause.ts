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
 * If an attempt takes more than 50 ms, the limit of the next pause rises by 40 ms for each further
 * millisecond. The limit is at most 5 seconds times the number of attempts so far.
 */
const USUAL_ATTEMPT_MS = 50;
const SLOW_ATTEMPT_FACTOR = 40;
const SLOW_PAUSE_MAX_MS = 5_000;

/**
 * Returns the upper limit (milliseconds) of the random pause before a sandbox transaction is retried after a
 * conflict.
 * From the second conflict on, the limit is high for new transactions and decreases with the time that a
 * transaction has waited. Older transactions are therefore served first. If the limit increased instead,
 * newer transactions would overtake older ones. With 64 concurrent clients, the slowest 1% would then take
 * more than twice as long, and twice as many attempts would be needed.
 * A slow attempt means that the processor or the database is overloaded, so the pause grows with the
 * attempt's duration.
 *
 * @param attempt number of the attempt that had the conflict, from 1
 * @param waitedMs time since the transaction's first attempt began
 * @param attemptMs duration of that attempt
 */
export function maxRetryPauseMs(attempt: number, waitedMs: number, attemptMs: number): number {
  const pauseByWaitedTimeMs =
    attempt <= 1
      ? FIRST_PAUSE_MAX_MS
      : Math.max(SHORT_PAUSE_MAX_MS, LATER_PAUSE_MAX_MS * (1 - waitedMs / SHORT_PAUSE_AFTER_MS));
  return Math.max(
    pauseByWaitedTimeMs,
    Math.min(attempt * SLOW_PAUSE_MAX_MS, SLOW_ATTEMPT_FACTOR * (attemptMs - USUAL_ATTEMPT_MS)),
  );
}
