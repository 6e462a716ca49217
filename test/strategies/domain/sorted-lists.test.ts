import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonTo, unionOf } from '../../../shared/strategies/domain/catalog/sorted-lists.ts';

const BELOW = 200;
const anyLists = fc.array(
  fc
    .uniqueArray(fc.nat(BELOW - 1), { maxLength: BELOW, size: 'max' })
    .map((list) => Uint32Array.from(list).sort()),
  { minLength: 1, maxLength: 4 },
);
const all = Array.from({ length: BELOW }, (_, ordinal) => ordinal);

test('what lists have in common, and what any of them has, comes in order and once', () => {
  fc.assert(
    fc.property(anyLists, (lists) => {
      expect([...commonTo(lists, BELOW)]).toEqual(
        all.filter((ordinal) => lists.every((list) => list.includes(ordinal))),
      );
      expect([...unionOf(lists, BELOW)]).toEqual(
        all.filter((ordinal) => lists.some((list) => list.includes(ordinal))),
      );
    }),
    { numRuns: 500 },
  );
});
