import { expect, test } from 'vitest';
import { compareByFigure } from '../../../shared/market/domain/sorting.ts';

const rows = [
  { key: 'b', tvl: 1 },
  { key: 'c', tvl: Number.NaN },
  { key: 'a', tvl: 1 },
  { key: 'd', tvl: 3 },
];
const keys = (query: { sort: 'tvl' | 'key'; order?: 'asc' | 'desc' }) =>
  rows
    .toSorted(compareByFigure(query))
    .map(({ key }) => key)
    .join('');

test('by default, numbers are sorted in descending order and texts in ascending order', () => {
  expect(keys({ sort: 'key' })).toBe('abcd');
  expect(keys({ sort: 'key', order: 'desc' })).toBe('dcba');
});

test('rows with equal values are sorted by their field "key", and unknown values come last in any sort order', () => {
  expect(keys({ sort: 'tvl' })).toBe('dabc');
  expect(keys({ sort: 'tvl', order: 'asc' })).toBe('abdc');
});
