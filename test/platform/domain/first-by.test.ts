import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstBy } from '../../../shared/platform/domain/first-by.ts';

test('the same as sorting everything and cutting the front off, equal items in their order', () => {
  const item = fc.record({ value: fc.integer({ min: 0, max: 5 }), id: fc.nat() });
  const compare = (a: { value: number }, b: { value: number }) => a.value - b.value;
  fc.assert(
    fc.property(fc.array(item), fc.nat(10), (items, count) => {
      expect(firstBy(items, count, compare)).toEqual(items.toSorted(compare).slice(0, count));
    }),
  );
});
