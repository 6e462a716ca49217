/** A set of integers from 0 (included) to a fixed size (excluded). Each integer has one bit. */
export type Bitset = Uint32Array;

const BITS_PER_WORD = 32;

/** Returns an empty set that can contain integers from 0 to `size` - 1. */
export function createEmptyBitset(size: number): Bitset {
  return new Uint32Array(Math.ceil(size / BITS_PER_WORD));
}

export function addBit(set: Bitset, value: number): void {
  const word = value >>> 5;
  set[word] = (set[word] ?? 0) | (1 << (value & 31));
}

/** Returns the set of all integers from 0 to `count` - 1. The set can contain integers from 0 to `size` - 1. */
export function createPrefixBitset(size: number, count: number): Bitset {
  const set = createEmptyBitset(size);
  const fullWordCount = count >>> 5;
  set.fill(0xffffffff, 0, fullWordCount);
  if (count % BITS_PER_WORD > 0) set[fullWordCount] = (1 << (count & 31)) - 1;
  return set;
}

/**
 * Returns the integers that all sets contain. All sets must have the same size. A single set is returned itself and not
 * as a copy.
 */
export function intersectBitsets(sets: readonly Bitset[]): Bitset {
  return sets.reduce((firstBitset, otherBitset) => {
    const commonBits = new Uint32Array(firstBitset.length);
    for (let word = 0; word < commonBits.length; word += 1)
      commonBits[word] = (firstBitset[word] ?? 0) & (otherBitset[word] ?? 0);
    return commonBits;
  });
}

/** Returns the number of 1 bits in a 32-bit word (Warren, Hacker's Delight, 5-1). */
function countOneBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countBits(set: Bitset): number {
  let count = 0;
  for (let word = 0; word < set.length; word += 1) count += countOneBits(set[word] ?? 0);
  return count;
}

/** Skips the `skip` lowest members of the set and returns up to `take` of the following members in ascending order. */
export function listMembers(set: Bitset, skip: number, take: number): Uint32Array {
  const foundMembers = new Uint32Array(take);
  let filledCount = 0;
  let skippedBitCount = 0;
  for (let index = 0; index < set.length && filledCount < take; index += 1) {
    const word = set[index] ?? 0;
    const count = countOneBits(word);
    if (skippedBitCount + count > skip) {
      let rank = skippedBitCount;
      forEachBit(word, (bit) => {
        if (rank >= skip && filledCount < take) foundMembers[filledCount++] = index * BITS_PER_WORD + bit;
        rank += 1;
      });
    }
    skippedBitCount += count;
  }
  return foundMembers.subarray(0, filledCount);
}

/** Calls `visit` for each member of the set in ascending order. */
export function forEachMember(set: Bitset, visit: (member: number) => void): void {
  for (let index = 0; index < set.length; index += 1) {
    const word = set[index] ?? 0;
    if (word !== 0) forEachBit(word, (bit) => visit(index * BITS_PER_WORD + bit));
  }
}

function forEachBit(word: number, visit: (bit: number) => void): void {
  for (let remainingBits = word; remainingBits !== 0; remainingBits &= remainingBits - 1)
    visit(31 - Math.clz32(remainingBits & -remainingBits));
}
