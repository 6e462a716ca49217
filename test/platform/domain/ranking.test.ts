import fc from 'fast-check';
import { expect, test } from 'vitest';
import { medianOf, rankedBetween } from '../../../shared/platform/domain/ranking.ts';

test('any stretch of a ranking is what sorting all of it would give', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })));
  fc.assert(
    fc.property(values, fc.nat(20), fc.nat(20), (list, from, count) => {
      const tie = (a: number, b: number) => b - a;
      const sorted = [...list.keys()].sort((a, b) => (list[b] ?? 0) - (list[a] ?? 0) || tie(a, b));
      expect(rankedBetween(Float64Array.from(list), from, from + count, tie)).toEqual(
        sorted.slice(from, from + count),
      );
    }),
    { numRuns: 500 },
  );
});

test('the median is the middle of the sorted values, or the mean of the two middle ones', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })));
  fc.assert(
    fc.property(values, (list) => {
      const sorted = list.toSorted((a, b) => b - a);
      const middle = Math.floor(list.length / 2);
      const [upper, other] = [sorted[middle] ?? Number.NaN, sorted[middle - 1] ?? Number.NaN];
      const expected = list.length % 2 === 1 ? upper : (upper + other) / 2;
      // As numbers: 0 and -0 are one value.
      expect(medianOf(Float64Array.from(list)) + 0).toBe(expected + 0);
    }),
  );
});
