import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankedBetween } from '../../../shared/platform/domain/ranking.ts';
import { seededRandom } from '../../support/records.ts';

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

test('a stretch of thousands is found where a sample of them misleads as well', () => {
  const tie = (a: number, b: number) => a - b;
  const shapes = fc.record({
    size: fc.integer({ min: 500, max: 3_000 }),
    levels: fc.integer({ min: 1, max: 3_000 }),
    // Every so many are far above the others: with luck, all that a sample sees.
    every: fc.integer({ min: 1, max: 7 }),
    seed: fc.nat(),
    from: fc.nat(3_000),
    count: fc.nat(100),
  });
  fc.assert(
    fc.property(shapes, ({ size, levels, every, seed, from, count }) => {
      const random = seededRandom(seed);
      const list = Float64Array.from(
        { length: size },
        (_, index) => Math.floor(random() * levels) + (index % every === 0 ? 5_000 : 0),
      );
      const sorted = [...list.keys()].sort((a, b) => (list[b] ?? 0) - (list[a] ?? 0) || tie(a, b));
      expect(rankedBetween(list, from, from + count, tie)).toEqual(sorted.slice(from, from + count));
    }),
  );
});
