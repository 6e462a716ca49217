import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the given milliseconds. Resolves early when the signal aborts. */
export async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(durationMs, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
