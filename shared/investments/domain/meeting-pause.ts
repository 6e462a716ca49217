/** Below this the first pause lies: most of those who meet once do not meet again. */
const FIRST_MS = 80;
/** Below this lies the next, and each further one below so much less, down to the least. */
const LONGEST_MS = 560;
const SHORTER_BY_MS = 70;
const LEAST_MS = 60;

/**
 * Below what a movement's pause lies, in milliseconds, after attempt `attempt` (from 1) has met others. Who meets others
 * twice is one of many, and waits long; then the shorter, the longer it has waited. With bounds that grow, those who have
 * just come would be served before those who wait: of 64 clients at once the slowest hundredth would take more than twice
 * as long, and all of them twice as many attempts.
 */
export function meetingPauseBoundMs(attempt: number): number {
  if (attempt <= 1) return FIRST_MS;
  return Math.max(LEAST_MS, LONGEST_MS - SHORTER_BY_MS * (attempt - 2));
}
