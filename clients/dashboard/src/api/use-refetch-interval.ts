import { useEffect } from 'react';
import { canPoll, countPolls } from './poll-budget.ts';

/**
 * While `isPolling`, calls `refetch` at each interval and when the user returns to the tab, but only if `canPoll`
 * allows it.
 * `refetch` must be the same function in every render.
 */
export function useRefetchInterval(refetch: () => unknown, intervalMs: number, isPolling: boolean): void {
  useEffect(() => {
    if (!isPolling) return;
    const poll = () => {
      if (!canPoll(1)) return;
      countPolls(1);
      void refetch();
    };
    const timer = setInterval(poll, intervalMs);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [refetch, intervalMs, isPolling]);
}
