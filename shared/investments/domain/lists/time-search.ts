/** Number of entries that one search round reads. Four rounds are enough for a million entries. */
const READS_PER_ROUND = 31;

/**
 * Returns how many of `count` entries, sorted by time, are earlier than `timeMs`. `readEntryTimes` reads the times
 * (epoch milliseconds) of the entries at offsets (from 0).
 */
export async function countEntriesBefore(
  count: number,
  timeMs: number,
  readEntryTimes: (offsets: readonly number[]) => Promise<readonly number[]>,
): Promise<number> {
  let low = 0;
  let high = count;
  while (low < high) {
    const step = Math.max(1, Math.ceil((high - low) / (READS_PER_ROUND + 1)));
    const offsets: number[] = [];
    for (let at = low + step - 1; at < high; at += step) offsets.push(at);
    const times = await readEntryTimes(offsets);
    const firstIndexAtOrAfter = times.findIndex((time) => time >= timeMs);
    if (firstIndexAtOrAfter === -1) low = (offsets.at(-1) ?? low) + 1;
    else {
      high = offsets[firstIndexAtOrAfter] ?? high;
      low = firstIndexAtOrAfter === 0 ? low : (offsets[firstIndexAtOrAfter - 1] ?? low) + 1;
    }
  }
  return low;
}

/** A range of entries by their offsets in a list (from 0). `to` is exclusive. */
export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the range of entries from the time `from` (inclusive) to the time `to` (exclusive), both in epoch
 * milliseconds.
 *
 * @param readEntryTimes returns the times (epoch milliseconds) of the entries at the given offsets (from 0)
 */
export async function findOffsetsInPeriod(
  count: number,
  readEntryTimes: (offsets: readonly number[]) => Promise<readonly number[]>,
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
): Promise<OffsetRange> {
  return {
    from: from === undefined ? 0 : await countEntriesBefore(count, from, readEntryTimes),
    to: to === undefined ? count : await countEntriesBefore(count, to, readEntryTimes),
  };
}

export function rangeLength({ from, to }: OffsetRange): number {
  return Math.max(0, to - from);
}

/** Returns up to `limit` offsets of a range, newest first. The newest `skipCount` entries are skipped. */
export function listOffsetsNewestFirst(
  range: OffsetRange,
  skipCount: number,
  limit: number,
): readonly number[] {
  const newestOffset = range.to - 1 - skipCount;
  const offsetCount = Math.max(0, Math.min(limit, newestOffset - range.from + 1));
  return Array.from({ length: offsetCount }, (_, i) => newestOffset - i);
}
