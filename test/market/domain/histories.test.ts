import { expect, test } from 'vitest';
import { changeOver, fromFloat32, knownDays } from '../../../shared/market/domain/history/histories.ts';

const history = Float32Array.of(0, 80, Number.NaN, 100, 110);

test('a change compares the last day with exactly the requested day', () => {
  expect(changeOver(history, 1)).toBeCloseTo(10, 5);
  expect(changeOver(history, 3)).toBeCloseTo(37.5, 5);
});

test('an unknown day, a zero, a day before the history, or an empty history gives no change', () => {
  for (const days of [2, 4, 5]) expect(changeOver(history, days)).toBeNaN();
  expect(changeOver(undefined, 1)).toBeNaN();
});

test('a history omits unknown days and gives every other day its date', () => {
  expect(knownDays(history, 19_728, 3)).toEqual([
    { date: '2024-01-05', value: 100 },
    { date: '2024-01-06', value: 110 },
  ]);
  expect(knownDays(undefined, 19_728, 3)).toEqual([]);
});

test('a float32 is shown with the digits that it represents', () => {
  expect(fromFloat32(Math.fround(98_123_456_789))).toBe(98_123_460_000);
  expect(fromFloat32(Math.fround(4.1))).toBe(4.1);
});
