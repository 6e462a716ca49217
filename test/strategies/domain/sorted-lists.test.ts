import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  intersectSortedLists,
  mergeSortedLists,
} from '../../../shared/strategies/domain/catalog/sorted-lists.ts';

const INDEX_UPPER_BOUND = 200;
const anyLists = fc.array(
  fc
    .uniqueArray(fc.nat(INDEX_UPPER_BOUND - 1), { maxLength: INDEX_UPPER_BOUND, size: 'max' })
    .map((list) => Uint32Array.from(list).sort()),
  { minLength: 1, maxLength: 4 },
);
const all = Array.from({ length: INDEX_UPPER_BOUND }, (_, strategyIndex) => strategyIndex);

test('the intersection and the union of sorted lists are sorted and contain each number once', () => {
  fc.assert(
    fc.property(anyLists, (lists) => {
      expect([...intersectSortedLists(lists, INDEX_UPPER_BOUND)]).toEqual(
        all.filter((strategyIndex) => lists.every((list) => list.includes(strategyIndex))),
      );
      expect([...mergeSortedLists(lists, INDEX_UPPER_BOUND)]).toEqual(
        all.filter((strategyIndex) => lists.some((list) => list.includes(strategyIndex))),
      );
    }),
    { numRuns: 500 },
  );
});

test('a later intersection or union of lists does not change an earlier result', () => {
  const lists = (...all: number[][]) => all.map((list) => new Uint32Array(list));
  const first = mergeSortedLists(lists([0, 2], [2, 5]), 6);
  const common = intersectSortedLists(lists([1, 3, 4], [1, 4, 5]), 6);
  expect([...mergeSortedLists(lists([1], [3]), 4)]).toEqual([1, 3]);
  expect([...mergeSortedLists(lists([7], [8, 9]), 10)]).toEqual([7, 8, 9]);
  expect([[...first], [...common]]).toEqual([
    [0, 2, 5],
    [1, 4],
  ]);
});
