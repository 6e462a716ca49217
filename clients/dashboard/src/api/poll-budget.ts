import { serviceState } from './service-state.ts';

const MINUTE_MS = 60_000;
/** Maximum number of requests per minute that the pages send without an action of the user. */
const POLLS_PER_MINUTE_MAX = 10;

let spentAt: number[] = [];

/**
 * Returns whether this tab may send requests now without a user action. The tab must be visible, the service must
 * respond, and the budget must have room.
 */
export function mayPoll(requests: number): boolean {
  const nowMs = Date.now();
  const { pausedUntil, isGone } = serviceState.get();
  spentAt = spentAt.filter((at) => at > nowMs - MINUTE_MS);
  return (
    navigator.onLine &&
    !document.hidden &&
    !isGone &&
    nowMs >= pausedUntil &&
    spentAt.length + requests <= POLLS_PER_MINUTE_MAX
  );
}

/** Subtracts requests from the budget. */
export function spendPolls(requests: number): void {
  spentAt.push(...Array.from({ length: requests }, Date.now));
}
