import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ListPart, mergeParts } from '../../../../shared/investments/domain/lists/merge-parts.ts';

interface Element {
  readonly time: string;
  readonly id: string;
}

/** Returns a part whose `reads` counts the elements that were read. */
function createCountingPart(elements: readonly Element[], reads = { count: 0 }): ListPart<Element> {
  return {
    total: elements.length,
    read: async (offset, limit) => {
      const range = elements.slice(offset, offset + limit);
      reads.count += range.length;
      return range;
    },
  };
}

/** Generates parts with few distinct timestamps, so that many elements have the same timestamp. */
const parts = fc
  .array(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }), { maxLength: 6 })
  .map((all) =>
    all.map((times, part) =>
      times
        .sort((a, b) => b - a)
        .map((time, i): Element => ({ time: String(time).padStart(3, '0'), id: `${part}.${i}` })),
    ),
  );

test('the pages of merged lists contain every element once, latest first', async () => {
  const perPage = fc.integer({ min: 1, max: 20 });
  await fc.assert(
    fc.asyncProperty(parts, perPage, async (all, size) => {
      const list = mergeParts(
        all.map((elements) => createCountingPart(elements)),
        ({ time }) => time,
      );
      const read: Element[] = [];
      for (let offset = 0; offset < list.total; offset += size) read.push(...(await list.read(offset, size)));
      const expected = all.flat().sort((a, b) => (a.time === b.time ? 0 : a.time > b.time ? -1 : 1));
      expect(read).toEqual(expected);
      expect(list.total).toBe(expected.length);
      expect(await list.read(list.total, size)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('a page that starts at item 29,000 of a merged list needs fewer than 200 reads', async () => {
  const reads = { count: 0 };
  const all = [0, 1, 2].map((part) =>
    Array.from(
      { length: 10_000 },
      (_, i): Element => ({ time: String(90_000 - 3 * i - part), id: `${part}.${i}` }),
    ),
  );
  const list = mergeParts(
    all.map((elements) => createCountingPart(elements, reads)),
    ({ time }) => time,
  );
  const [first] = await list.read(29_000, 20);
  expect(first?.time).toBe(String(90_000 - 29_000));
  expect(reads.count).toBeLessThan(200);
});
