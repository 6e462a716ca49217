/**
 * A list whose entries carry numbers that grow and that may have gaps, because entries leave it. To find the entry at
 * a given offset without walking there, it keeps counts as an order-statistic tree does (Cormen et al., Introduction
 * to Algorithms, chapter 14): of each block of 32 numbers, in a leaf for each 100 blocks. Both are items of less than a
 * kilobyte, so that a change of either costs one write unit.
 */
const BLOCK_NUMBERS = 32;
const LEAF_BLOCKS = 100;

/** How many entries each block holds, by the block's index. */
export type Counts = ReadonlyMap<number, number>;

/** Where a number (a whole one from 0) stands: its block, its place in there, and the leaf that counts the block. */
export function placeOf(number: number): {
  readonly leaf: number;
  readonly block: number;
  readonly offset: number;
} {
  const block = Math.floor(number / BLOCK_NUMBERS);
  return { leaf: Math.floor(block / LEAF_BLOCKS), block, offset: number % BLOCK_NUMBERS };
}

/** The number that stands at a place of a block. */
export function numberAt(block: number, offset: number): number {
  return block * BLOCK_NUMBERS + offset;
}

/**
 * The blocks that hold the entries of a page, newest first, and how many newer entries they hold that come before it.
 * Empty where the list ends before the page begins.
 */
export function blocksOfPage(
  counts: Counts,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): { readonly blocks: readonly number[]; readonly skip: number } {
  const blocks: number[] = [];
  let before = 0;
  let held = 0;
  for (const [block, count] of [...counts].toSorted(([a], [b]) => b - a)) {
    if (held >= skip + limit) break;
    held += count;
    if (held <= skip) before = held;
    else if (count > 0) blocks.push(block);
  }
  return { blocks, skip: skip - before };
}
