import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addBit,
  countBits,
  createEmptyBitset,
  createPrefixBitset,
  forEachMember,
  intersectBitsets,
  listMembers,
} from '../../../shared/strategies/domain/catalog/bitset.ts';

const SIZE = 200;
const anySet = fc.uniqueArray(fc.integer({ min: 0, max: SIZE - 1 }));

function bitsetOf(values: readonly number[]) {
  const set = createEmptyBitset(SIZE);
  for (const value of values) addBit(set, value);
  return set;
}

const sortedNumbers = (values: Iterable<number>) => [...values].sort((a, b) => a - b);

test('a bitset contains exactly the numbers that were added to it', () => {
  fc.assert(
    fc.property(anySet, (values) => {
      const set = bitsetOf(values);
      const visited: number[] = [];
      forEachMember(set, (member) => visited.push(member));
      expect(visited).toEqual(sortedNumbers(values));
      expect(countBits(set)).toBe(values.length);
    }),
  );
});

test('listMembers returns any range of the numbers in a bitset, in ascending order', () => {
  fc.assert(
    fc.property(anySet, fc.nat(SIZE + 5), fc.nat(SIZE + 5), (values, skip, take) => {
      expect([...listMembers(bitsetOf(values), skip, take)]).toEqual(
        sortedNumbers(values).slice(skip, skip + take),
      );
    }),
  );
});

test('an intersection contains the numbers that are in every set', () => {
  fc.assert(
    fc.property(fc.array(anySet, { minLength: 1, maxLength: 4 }), (all) => {
      const sets = all.map(bitsetOf);
      const common = all.reduce((a, b) => a.filter((value) => b.includes(value)));
      expect([...listMembers(intersectBitsets(sets), 0, SIZE)]).toEqual(sortedNumbers(common));
      expect(sets).toEqual(all.map(bitsetOf));
    }),
  );
});

test('createPrefixBitset with the count n returns a bitset of exactly the numbers 0 to n - 1', () => {
  for (let count = 0; count <= SIZE; count += 1) {
    expect([...listMembers(createPrefixBitset(SIZE, count), 0, SIZE)]).toEqual(
      Array.from({ length: count }, (_, i) => i),
    );
  }
});
