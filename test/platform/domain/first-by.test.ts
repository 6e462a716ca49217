import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FirstBy } from '../../../shared/platform/domain/first-by.ts';

test('the same as sorting everything and cutting the front off, equal items in their order', () => {
  const item = fc.record({ value: fc.integer({ min: 0, max: 5 }), id: fc.nat() });
  const compare = (a: { value: number }, b: { value: number }) => a.value - b.value;
  fc.assert(
    fc.property(fc.array(item), fc.integer({ min: 1, max: 10 }), (items, count) => {
      const first = new FirstBy(count, compare);
      for (const each of items) first.add(each);
      const sorted = items.toSorted(compare);
      expect(first.items).toEqual(sorted.slice(0, count));
      expect(first.bar).toEqual(sorted[count - 1]);
    }),
  );
});
