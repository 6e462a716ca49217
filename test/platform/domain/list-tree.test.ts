import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOfPage, entryNumberAt, locateNumber } from '../../../shared/platform/domain/list-tree.ts';

test('every entry number of a list has exactly one position in one block', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000_000 }), (number) => {
      const { leaf, block, offset } = locateNumber(number);
      expect(entryNumberAt(block, offset)).toBe(number);
      expect(locateNumber(entryNumberAt(block, 0))).toEqual({ leaf, block, offset: 0 });
      expect(locateNumber(entryNumberAt(block + 1, 0) - 1)).toMatchObject({ leaf, block });
    }),
  );
});

test('blocksOfPage selects exactly the blocks that contain the entries of the requested page', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 999 }), { maxLength: 60 }),
      fc.nat({ max: 70 }),
      fc.integer({ min: 1, max: 20 }),
      (numbers, skip, limit) => {
        const counts = new Map<number, number>();
        for (const number of numbers) {
          const { block } = locateNumber(number);
          counts.set(block, (counts.get(block) ?? 0) + 1);
        }
        const newestFirst = numbers.toSorted((a, b) => b - a);
        const page = newestFirst.slice(skip, skip + limit);
        const found = blocksOfPage(counts, { skip, limit });
        expect(found.blocks).toEqual([...new Set(page.map((number) => locateNumber(number).block))]);
        const held = newestFirst.filter((number) => found.blocks.includes(locateNumber(number).block));
        if (page.length > 0) expect(held.slice(found.skip, found.skip + limit)).toEqual(page);
      },
    ),
  );
});
