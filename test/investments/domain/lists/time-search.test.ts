import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countEntriesBefore,
  listOffsetsNewestFirst,
} from '../../../../shared/investments/domain/lists/time-search.ts';

describe('the search for a time among ordered entries', () => {
  test('the search returns how many entries of the list are older than the given time', async () => {
    const sorted = fc.array(fc.nat(500), { maxLength: 400 }).map((times) => times.sort((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(sorted, fc.nat(510), async (times, timeMs) => {
        const found = await countEntriesBefore(times.length, timeMs, async (at) =>
          at.map((i) => times[i] ?? Number.NaN),
        );
        expect(found).toBe(times.filter((time) => time < timeMs).length);
      }),
    );
  });

  test('the search in a million ordered entries needs at most four rounds of reads', async () => {
    for (const timeMs of [-1, 0, 1, 500_000, 999_999, 1_000_000, 2_000_000]) {
      let rounds = 0;
      await countEntriesBefore(1_000_000, timeMs, async (at) => {
        rounds += 1;
        return [...at];
      });
      expect(rounds).toBeLessThanOrEqual(4);
    }
  });
});

test('offsetsNewestFirst returns the offsets of a page in descending order', () => {
  const span = fc.tuple(fc.nat(50), fc.nat(50)).map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(span, fc.nat(60), fc.nat(20), (range, offset, limit) => {
      const all = Array.from({ length: range.to - range.from }, (_, i) => range.to - 1 - i);
      expect(listOffsetsNewestFirst(range, offset, limit)).toEqual(all.slice(offset, offset + limit));
    }),
  );
});
