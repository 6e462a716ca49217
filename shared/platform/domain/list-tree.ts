/**
 * A list whose entries carry numbers that grow and that may have gaps, because entries leave it. To find the entry at
 * a given offset without walking there, it keeps counts as an order-statistic tree does (Cormen et al., Introduction
 * to Algorithms, chapter 14): of each block of 100 numbers in its leaf, and of each leaf of 100 blocks in its head.
 */
const BLOCK_NUMBERS = 100;
const LEAF_BLOCKS = 100;
const LEAF_NUMBERS = BLOCK_NUMBERS * LEAF_BLOCKS;

/** How many entries each bucket (a leaf, or a block) holds, by the bucket's index. */
export type Counts = ReadonlyMap<number, number>;

/** Where a number (a whole one from 0) is counted. Block indexes run on from leaf to leaf. */
export function bucketsOf(number: number): { readonly leaf: number; readonly block: number } {
  return { leaf: Math.floor(number / LEAF_NUMBERS), block: Math.floor(number / BLOCK_NUMBERS) };
}

/** The highest number that a block or a leaf can hold. */
export function lastOfBlock(block: number): number {
  return (block + 1) * BLOCK_NUMBERS - 1;
}

export function lastOfLeaf(leaf: number): number {
  return (leaf + 1) * LEAF_NUMBERS - 1;
}

/**
 * The bucket that holds the entry which `skip` newer ones precede, counted from the highest number down, and how many
 * of the newer ones are in that bucket. Undefined when there are not that many entries.
 */
export function locate(counts: Counts, skip: number): { bucket: number; skip: number } | undefined {
  let rest = skip;
  for (const [bucket, count] of [...counts].sort(([a], [b]) => b - a)) {
    if (rest < count) return { bucket, skip: rest };
    rest -= count;
  }
  return undefined;
}
