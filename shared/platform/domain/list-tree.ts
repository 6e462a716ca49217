/**
 * Sizes of the parts of a numbered list. A chunk covers NUMBERS_PER_CHUNK numbers. A group has CHUNKS_PER_GROUP
 * chunks and stores the number of entries in each, so that a reader finds the n-th entry without reading earlier
 * entries (order-statistic tree). Each chunk and each group is an item below 1 KB, so that a change costs one write
 * unit.
 */
const NUMBERS_PER_CHUNK = 32;
const CHUNKS_PER_GROUP = 100;

/** Number of entries in each chunk. The key is the index of the chunk. */
export type ChunkCounts = ReadonlyMap<number, number>;

/**
 * Returns the chunk that contains a number, the number's offset in this chunk, and the group that stores the
 * chunk's count. The number is an integer of at least 0.
 */
export function locateNumber(entryNumber: number): {
  readonly group: number;
  readonly chunk: number;
  readonly offset: number;
} {
  const chunk = Math.floor(entryNumber / NUMBERS_PER_CHUNK);
  return { group: Math.floor(chunk / CHUNKS_PER_GROUP), chunk, offset: entryNumber % NUMBERS_PER_CHUNK };
}

export function entryNumberAt(chunk: number, offset: number): number {
  return chunk * NUMBERS_PER_CHUNK + offset;
}

/**
 * Returns the chunks that contain the entries of a page, newest chunk first. The returned `skip` is the number
 * of entries in these chunks that are newer than the page. The list of chunks is empty if the page is after the
 * end of the list.
 */
export function chunksOfPage(
  chunkCounts: ChunkCounts,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): { readonly chunks: readonly number[]; readonly skip: number } {
  const chunks: number[] = [];
  let skippedEntries = 0;
  let collectedCount = 0;
  for (const [chunk, count] of [...chunkCounts].toSorted(([a], [b]) => b - a)) {
    if (collectedCount >= skip + limit) break;
    collectedCount += count;
    if (collectedCount <= skip) skippedEntries = collectedCount;
    else if (count > 0) chunks.push(chunk);
  }
  return { chunks, skip: skip - skippedEntries };
}
