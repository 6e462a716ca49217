const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after each failed attempt. They grow, and add up to three days. */
const PAUSES_MS = [
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
 * The largest random change of a pause, as a fraction of it, so that deliveries that failed together do not retry
 * together.
 */
const JITTER = 0.1;

/**
 * Milliseconds until the next attempt; undefined when the last one has failed.
 *
 * @param attempts that have failed, at least 1
 * @param random at least 0, below 1
 */
export function retryPauseMs(attempts: number, random: number): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * (2 * random - 1)));
}
