import { expect, test } from 'vitest';
import {
  computePercentChange,
  listKnownValues,
  roundFloat32,
} from '../../../shared/market/domain/history/histories.ts';

const history = Float32Array.of(0, 80, Number.NaN, 100, 110);

test('a percentage change over N days compares the last day with the day N days earlier', () => {
  expect(computePercentChange(history, 1)).toBeCloseTo(10, 5);
  expect(computePercentChange(history, 3)).toBeCloseTo(37.5, 5);
});

test('a percentage change is unknown if the value of the earlier day is unknown, zero or before the start of the history', () => {
  for (const days of [2, 4, 5]) expect(computePercentChange(history, days)).toBeNaN();
  expect(computePercentChange(undefined, 1)).toBeNaN();
});

test('the history in a response contains only the days with a known value', () => {
  expect(listKnownValues(history, 19_728, 3)).toEqual([
    { date: '2024-01-05', value: 100 },
    { date: '2024-01-06', value: 110 },
  ]);
  expect(listKnownValues(undefined, 19_728, 3)).toEqual([]);
});

test('a float32 is shown as the shortest decimal number that has the same float32 value', () => {
  expect(roundFloat32(Math.fround(98_123_456_789))).toBe(98_123_460_000);
  expect(roundFloat32(Math.fround(4.1))).toBe(4.1);
});
