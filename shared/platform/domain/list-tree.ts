/**
 * Sizes of the parts of a numbered list. A block covers BLOCK_NUMBERS numbers. A leaf stores the number of entries
 * in each of LEAF_BLOCKS blocks, so that a reader finds the n-th entry without reading earlier entries
 * (order-statistic tree).
 * Each block and each leaf is an item below 1 KB, so that a change costs one write unit.
 */
const BLOCK_NUMBERS = 32;
const LEAF_BLOCKS = 100;

/** Number of entries in each block. The key is the index of the block. */
export type BlockCounts = ReadonlyMap<number, number>;

/**
 * Returns the block that contains a number, the number's offset in this block, and the leaf that stores the
 * block's count. The number is an integer of at least 0.
 */
export function locateNumber(entryNumber: number): {
  readonly leaf: number;
  readonly block: number;
  readonly offset: number;
} {
  const block = Math.floor(entryNumber / BLOCK_NUMBERS);
  return { leaf: Math.floor(block / LEAF_BLOCKS), block, offset: entryNumber % BLOCK_NUMBERS };
}

export function entryNumberAt(block: number, offset: number): number {
  return block * BLOCK_NUMBERS + offset;
}

/**
 * Returns the blocks that contain the entries of a page, newest block first. The returned `skip` is the number
 * of entries in these blocks that are newer than the page. The list of blocks is empty if the page is after the
 * end of the list.
 */
export function blocksOfPage(
  blockCounts: BlockCounts,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): { readonly blocks: readonly number[]; readonly skip: number } {
  const blocks: number[] = [];
  let skippedEntries = 0;
  let collectedCount = 0;
  for (const [block, count] of [...blockCounts].toSorted(([a], [b]) => b - a)) {
    if (collectedCount >= skip + limit) break;
    collectedCount += count;
    if (collectedCount <= skip) skippedEntries = collectedCount;
    else if (count > 0) blocks.push(block);
  }
  return { blocks, skip: skip - skippedEntries };
}
