/** Below this the first pause lies: most of those who meet once do not meet again. */
const FIRST_MS = 80;
/** Below this every further one would lie of who has not waited at all. */
const LONGEST_MS = 600;
/** Who has waited so long pauses below the least. */
const OLD_MS = 1_000;
const LEAST_MS = 30;
/** So many times what an attempt takes beyond the usual, up to a most for each attempt so far, is a bound as well. */
const USUAL_MS = 50;
const SLOWER = 40;
const SLOW_MOST_MS = 5_000;

/**
 * Below what a movement's pause lies, in milliseconds, after attempt `attempt` (from 1), which took `tookMs`, has met
 * others, and `waitedMs` after its beginning. Who meets others twice is one of many, and pauses long; then the shorter, the
 * longer it has waited, so that those who came first are served first. With bounds that grow, those who have just come would
 * be served before those who wait: of 64 clients at once the slowest hundredth would take more than twice as long, and all of
 * them twice as many attempts. Where an attempt takes long, processors or database bear no more attempts, and each further
 * one is at the cost of one that would be booked: then the pause is the longer, the longer it took.
 */
export function meetingPauseBoundMs(attempt: number, waitedMs: number, tookMs: number): number {
  const byAge = attempt <= 1 ? FIRST_MS : Math.max(LEAST_MS, LONGEST_MS * (1 - waitedMs / OLD_MS));
  return Math.max(byAge, Math.min(attempt * SLOW_MOST_MS, SLOWER * (tookMs - USUAL_MS)));
}
