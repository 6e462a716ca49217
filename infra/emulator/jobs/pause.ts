import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds, or until the signal aborts, whichever is first. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
