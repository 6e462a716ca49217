import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketsOf, lastOfBlock, lastOfLeaf, locate } from '../../../shared/platform/domain/list-tree.ts';

test('a number lies in the block and the leaf that count it', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000_000 }), (number) => {
      const { leaf, block } = bucketsOf(number);
      expect(number).toBeLessThanOrEqual(lastOfBlock(block));
      expect(number).toBeGreaterThan(lastOfBlock(block - 1));
      expect(lastOfBlock(block)).toBeLessThanOrEqual(lastOfLeaf(leaf));
      expect(lastOfBlock(block)).toBeGreaterThan(lastOfLeaf(leaf - 1));
    }),
  );
});

test('locate finds the bucket of any offset, as walking down the numbers does', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 999 }), { maxLength: 60 }),
      fc.nat({ max: 70 }),
      (numbers, skip) => {
        const counts = new Map<number, number>();
        for (const number of numbers) {
          const { block } = bucketsOf(number);
          counts.set(block, (counts.get(block) ?? 0) + 1);
        }
        const newestFirst = numbers.toSorted((a, b) => b - a);
        const entry = newestFirst[skip];
        const found = locate(counts, skip);
        if (entry === undefined || found === undefined) {
          expect([entry, found]).toEqual([undefined, undefined]);
          return;
        }
        expect(found.bucket).toBe(bucketsOf(entry).block);
        expect(found.skip).toBe(
          newestFirst.slice(0, skip).filter((n) => bucketsOf(n).block === found.bucket).length,
        );
      },
    ),
  );
});
