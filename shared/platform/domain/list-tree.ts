/**
 * The sizes of a numbered list's blocks (in numbers) and leaves (in blocks).
 * Numbers may have gaps, because entries can be removed. The list stores the count of each block, to find the
 * entry at an offset without counting from the start (an order-statistic tree, Cormen et al., Introduction to
 * Algorithms, chapter 14). A block and a leaf are items below 1 KB, so changing one costs one write unit.
 */
const BLOCK_NUMBERS = 32;
const LEAF_BLOCKS = 100;

/** Number of entries in each block, by block index. */
export type BlockCounts = ReadonlyMap<number, number>;

/**
 * The block of a number (a whole number from 0), its offset in the block, and the leaf that counts the block.
 */
export function locateNumber(number: number): {
  readonly leaf: number;
  readonly block: number;
  readonly offset: number;
} {
  const block = Math.floor(number / BLOCK_NUMBERS);
  return { leaf: Math.floor(block / LEAF_BLOCKS), block, offset: number % BLOCK_NUMBERS };
}

/** The number at an offset of a block. */
export function requireNumber(block: number, offset: number): number {
  return block * BLOCK_NUMBERS + offset;
}

/**
 * The blocks that contain a page's entries, newest first, and how many of their newer entries come before the
 * page.
 * Empty if the page lies behind the end of the list.
 */
export function blocksOfPage(
  counts: BlockCounts,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): { readonly blocks: readonly number[]; readonly skip: number } {
  const blocks: number[] = [];
  let before = 0;
  let collectedCount = 0;
  for (const [block, count] of [...counts].toSorted(([a], [b]) => b - a)) {
    if (collectedCount >= skip + limit) break;
    collectedCount += count;
    if (collectedCount <= skip) before = collectedCount;
    else if (count > 0) blocks.push(block);
  }
  return { blocks, skip: skip - before };
}
