import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankedBetween } from '../../../shared/platform/domain/ranking.ts';

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
