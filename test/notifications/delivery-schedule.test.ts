import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeRetryPauseMs } from '../../shared/notifications/domain/delivery-schedule.ts';

const DAY_MS = 86_400_000;
/** Numbers of all delivery attempts except the last one. */
const attempts: number[] = [];
while (computeRetryPauseMs(attempts.length + 1, 0) !== undefined) attempts.push(attempts.length + 1);

test('the pauses between delivery attempts sum to about three days', () => {
  const total = (random: number) =>
    attempts.reduce((sum, failed) => sum + (computeRetryPauseMs(failed, random) ?? Number.NaN), 0);
  expect(total(0.5)).toBeCloseTo(3 * DAY_MS, -4);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      expect(total(random)).toBeGreaterThan(2.69 * DAY_MS);
      expect(total(random)).toBeLessThan(3.31 * DAY_MS);
    }),
  );
});

test('each pause between delivery attempts is longer than the pause before, for any jitter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: attempts.length - 1 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failed, first, second) => {
        expect(computeRetryPauseMs(failed + 1, second)).toBeGreaterThan(
          computeRetryPauseMs(failed, first) ?? Number.NaN,
        );
      },
    ),
  );
});

test('a delivery has at most eleven attempts', () => {
  expect(attempts).toHaveLength(10);
});
