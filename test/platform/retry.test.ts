import { describe, expect, test, vi } from 'vitest';
import { RetryableError, retry } from '../../shared/platform/retry.ts';

/** Returns a function that throws each error once, in order. After that, the function returns the number of errors. */
function failing(...errors: readonly unknown[]) {
  let calls = 0;
  return vi.fn(async () => {
    if (calls < errors.length) throw errors[calls++];
    return calls;
  });
}

const passing = new Error('a passing failure');
const isRetryable = (error: unknown) => error === passing;

describe('the helper that retries work', () => {
  test('retry repeats the work after a RetryableError or an error that the policy calls retryable', async () => {
    const work = failing(new RetryableError('others were faster'), passing);
    expect(await retry({ attempts: 3, isRetryable }, work)).toBe(2);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test('retry throws a permanent error immediately and does not repeat the work', async () => {
    const permanentError = new Error('a lasting failure');
    const work = failing(passing, permanentError, passing);
    await expect(retry({ attempts: 9, isRetryable }, work)).rejects.toBe(permanentError);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('retry throws the last failure after the last attempt', async () => {
    const work = failing(passing, passing, passing);
    await expect(retry({ attempts: 2, isRetryable }, work)).rejects.toBe(passing);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('an inner retry that has used all its attempts is not repeated by the outer retry', async () => {
    const work = failing(...Array.from({ length: 9 }, () => new RetryableError('others were faster')));
    const around = retry({ attempts: 5 }, () => retry({ attempts: 2 }, work));
    await expect(around).rejects.toThrow('others were faster (2 tries)');
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('the pause between attempts is random below a maximum that doubles with each attempt', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const timer = vi.spyOn(globalThis, 'setTimeout');
    const backoff = { baseMs: 10, maxMs: 30 };
    const result = retry({ attempts: 5, backoff, isRetryable }, failing(passing, passing, passing, passing));
    await vi.runAllTimersAsync();
    expect(await result).toBe(4);
    expect(timer.mock.calls.map(([, ms]) => ms)).toEqual([5, 10, 15, 15]);
    // Restore the mocks first, because the spy has replaced the fake `setTimeout` and not the real one.
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
});
