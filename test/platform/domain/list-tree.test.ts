import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOfPage, entryNumberAt, locateListEntry } from '../../../shared/platform/domain/list-tree.ts';

test('each entry number of a list belongs to exactly one chunk and has one offset in this chunk', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000_000 }), (number) => {
      const { group, chunk, offset } = locateListEntry(number);
      expect(entryNumberAt(chunk, offset)).toBe(number);
      expect(locateListEntry(entryNumberAt(chunk, 0))).toEqual({ group, chunk, offset: 0 });
      expect(locateListEntry(entryNumberAt(chunk + 1, 0) - 1)).toMatchObject({ group, chunk });
    }),
  );
});

test('chunksOfPage selects exactly the chunks that contain the entries of the requested page', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 999 }), { maxLength: 60 }),
      fc.nat({ max: 70 }),
      fc.integer({ min: 1, max: 20 }),
      (numbers, skip, limit) => {
        const counts = new Map<number, number>();
        for (const number of numbers) {
          const { chunk } = locateListEntry(number);
          counts.set(chunk, (counts.get(chunk) ?? 0) + 1);
        }
        const numbersNewestFirst = numbers.toSorted((a, b) => b - a);
        const page = numbersNewestFirst.slice(skip, skip + limit);
        const found = chunksOfPage(counts, { skip, limit });
        expect(found.chunks).toEqual([...new Set(page.map((number) => locateListEntry(number).chunk))]);
        const held = numbersNewestFirst.filter((number) =>
          found.chunks.includes(locateListEntry(number).chunk),
        );
        if (page.length > 0) expect(held.slice(found.skip, found.skip + limit)).toEqual(page);
      },
    ),
  );
});
