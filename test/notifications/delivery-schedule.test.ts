import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ATTEMPTS_MAX,
  RETRIES_LAST_MS,
  retryPauseMs,
} from '../../shared/notifications/domain/delivery-schedule.ts';

const DAY_MS = 86_400_000;
const attempts = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, index) => index + 1);

test('pauses come to three days, and no jitter moves that by more than a tenth', () => {
  const total = (random: number) =>
    attempts.reduce((sum, failed) => sum + (retryPauseMs(failed, random) ?? Number.NaN), 0);
  expect(total(0.5)).toBeCloseTo(3 * DAY_MS, -4);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      expect(total(random)).toBeGreaterThan(2.69 * DAY_MS);
      expect(total(random)).toBeLessThanOrEqual(RETRIES_LAST_MS + attempts.length);
    }),
  );
});

test('each pause is longer than the one before it, however the dice fall', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: ATTEMPTS_MAX - 2 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failed, first, second) => {
        expect(retryPauseMs(failed + 1, second)).toBeGreaterThan(retryPauseMs(failed, first) ?? Number.NaN);
      },
    ),
  );
});

test('after the last attempt there is no other', () => {
  expect(retryPauseMs(ATTEMPTS_MAX, 0.5)).toBeUndefined();
});
