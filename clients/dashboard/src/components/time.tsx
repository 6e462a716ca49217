import { useEffect, useState, useSyncExternalStore } from 'react';
import { formatExactTime, formatRelativeTime } from '../design/format.ts';

const REFRESH_INTERVAL_MS = 15_000;

/** Current time in epoch milliseconds, shared by all times on the page. */
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The timer runs only while a component shows a time, so `now` can be outdated here.
  if (timer === undefined) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const listener of listeners) listener();
  }, REFRESH_INTERVAL_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Shows a time relative to now. Hovering shows the exact time. */
export function Time({ at, none = 'never' }: { at: string | null; none?: string }) {
  const nowMs = useSyncExternalStore(subscribe, () => now);
  if (at === null) return <span className="soft">{none}</span>;
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={formatExactTime(atMs)}>
      {formatRelativeTime(atMs, Math.max(nowMs, now))}
    </time>
  );
}

const SECOND_MS = 1_000;

/** Returns the current time in epoch milliseconds, updated each second until `untilMs` (epoch milliseconds). */
export function useCurrentTimeMs(untilMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => {
      setNowMs(Date.now());
      if (Date.now() > untilMs) clearInterval(timer);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [untilMs]);
  return nowMs;
}

/** Returns the whole seconds until a time in epoch milliseconds, rounded up; 0 after that time. */
export function useSecondsUntil(untilMs: number): number {
  return Math.max(0, Math.ceil((untilMs - useCurrentTimeMs(untilMs)) / SECOND_MS));
}
