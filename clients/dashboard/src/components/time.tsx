import { useSyncExternalStore } from 'react';
import { exactTime, timeFrom } from '../design/format.ts';

const EVERY_MS = 15_000;

/** One clock for all times on the page. */
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A time as seen from now, with the exact one for who points at it. */
export function Time({ at, none = 'never' }: { at: string | null; none?: string }) {
  const nowMs = useSyncExternalStore(subscribe, () => now);
  if (at === null) return <span className="soft">{none}</span>;
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={exactTime(atMs)}>
      {timeFrom(atMs, Math.max(nowMs, now))}
    </time>
  );
}
