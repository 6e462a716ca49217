import { expect, test } from 'vitest';
import { computeMaxRetryPauseMs } from '../../../shared/investments/domain/retry-pause.ts';

test('after a second write conflict, the maximum pause is shorter if the request has already waited longer', () => {
  expect(computeMaxRetryPauseMs(1, 20, 14)).toBe(80);
  const bounds = [0, 100, 500, 900, 1_000, 15_000].map((waitedMs) => computeMaxRetryPauseMs(2, waitedMs, 14));
  expect(bounds.map(Math.round)).toEqual([600, 540, 300, 60, 30, 30]);
});

test('the maximum pause after a conflict is longer if the attempt took longer, up to a limit', () => {
  const bounds = [50, 51, 60, 100, 1_000].map((tookMs) => computeMaxRetryPauseMs(2, 1_000, tookMs));
  expect(bounds).toEqual([30, 40, 400, 2_000, 10_000]);
  // A slow first attempt gets a lower limit, because its function may have just started.
  expect(computeMaxRetryPauseMs(1, 1_000, 1_000)).toBe(5_000);
  expect(computeMaxRetryPauseMs(1, 100, 60)).toBe(400);
});
