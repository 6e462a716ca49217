/**
 * Sizes of the parts of a numbered list: numbers per chunk, and chunks per group. Each chunk and each group is one item
 * below 1 KB, so that a change costs one write unit.
 */
const NUMBERS_PER_CHUNK = 32;
const CHUNKS_PER_GROUP = 100;

/** Number of entries in each chunk. The key is the index of the chunk. */
export type ChunkCounts = ReadonlyMap<number, number>;

/** Returns the position of an entry in a list: group, chunk, and offset in the chunk. All numbers start at 0. */
export function locateListEntry(entryNumber: number): {
  readonly group: number;
  readonly chunk: number;
  readonly offset: number;
} {
  const chunkNumber = Math.floor(entryNumber / NUMBERS_PER_CHUNK);
  return {
    group: Math.floor(chunkNumber / CHUNKS_PER_GROUP),
    chunk: chunkNumber,
    offset: entryNumber % NUMBERS_PER_CHUNK,
  };
}

export function entryNumberAt(chunkNumber: number, offset: number): number {
  return chunkNumber * NUMBERS_PER_CHUNK + offset;
}

/**
 * Returns the chunks that contain the entries of a page, newest chunk first; none if the page is after the end of the
 * list. The returned `skip` is the number of entries in these chunks that are newer than the page.
 */
export function chunksOfPage(
  entryCountByChunk: ChunkCounts,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): { readonly chunks: readonly number[]; readonly skip: number } {
  const chunkNumbers: number[] = [];
  let skippedEntryCount = 0;
  let cumulativeEntryCount = 0;
  for (const [chunkNumber, count] of [...entryCountByChunk].toSorted(([a], [b]) => b - a)) {
    if (cumulativeEntryCount >= skip + limit) break;
    cumulativeEntryCount += count;
    if (cumulativeEntryCount <= skip) skippedEntryCount = cumulativeEntryCount;
    else if (count > 0) chunkNumbers.push(chunkNumber);
  }
  return { chunks: chunkNumbers, skip: skip - skippedEntryCount };
}
