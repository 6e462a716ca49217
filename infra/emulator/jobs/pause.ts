import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the given milliseconds. Resolves early when the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
