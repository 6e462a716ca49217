import { serviceState } from './service-state.ts';

const MINUTE_MS = 60_000;
/** Maximum number of requests per minute that the pages may send without a user action. */
const POLLS_PER_MINUTE_MAX = 10;

let requestTimesMs: number[] = [];

/**
 * Returns whether this tab may send requests now without a user action. The tab must be visible and online, and the
 * service must accept requests. At most POLLS_PER_MINUTE_MAX such requests may be sent in any minute.
 */
export function canPoll(requestCount: number): boolean {
  const nowMs = Date.now();
  const { pausedUntil, isUnavailable } = serviceState.get();
  requestTimesMs = requestTimesMs.filter((at) => at > nowMs - MINUTE_MS);
  return (
    navigator.onLine &&
    !document.hidden &&
    !isUnavailable &&
    nowMs >= pausedUntil &&
    requestTimesMs.length + requestCount <= POLLS_PER_MINUTE_MAX
  );
}

/** Counts requests that were sent without a user action. `canPoll` limits their number per minute. */
export function countPolls(requestCount: number): void {
  requestTimesMs.push(...Array.from({ length: requestCount }, Date.now));
}
