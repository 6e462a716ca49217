import { serviceState } from './service-state.ts';

const MINUTE_MS = 60_000;
/** Maximum requests per minute that pages send by themselves, without an action of the user. */
const POLLS_PER_MINUTE_MAX = 10;

let spentAt: number[] = [];

/** Whether this tab may make requests by itself now: it is visible, the service responds, and the budget has room. */
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

/** Takes requests from the budget. */
export function spendPolls(requests: number): void {
  spentAt.push(...Array.from({ length: requests }, Date.now));
}
