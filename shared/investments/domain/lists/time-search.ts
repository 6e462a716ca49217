/**
 * Number of entries that one search round reads. Each round divides the range by 32, so four rounds are enough
 * for a million entries.
 */
const PROBES_PER_ROUND = 31;

/**
 * Returns how many entries have a time earlier than `timeMs`. The `count` entries must be sorted by time.
 * `timesAt` reads the times (epoch milliseconds) of the entries at the given offsets (from 0). The number of
 * reads is nearly the same for every `timeMs`.
 */
export async function countBefore(
  count: number,
  timeMs: number,
  timesAt: (positions: readonly number[]) => Promise<readonly number[]>,
): Promise<number> {
  let low = 0;
  let high = count;
  while (low < high) {
    const step = Math.max(1, Math.ceil((high - low) / (PROBES_PER_ROUND + 1)));
    const positions: number[] = [];
    for (let at = low + step - 1; at < high; at += step) positions.push(at);
    const times = await timesAt(positions);
    const first = times.findIndex((time) => time >= timeMs);
    if (first === -1) low = (positions.at(-1) ?? low) + 1;
    else {
      high = positions[first] ?? high;
      low = first === 0 ? low : (positions[first - 1] ?? low) + 1;
    }
  }
  return low;
}

/** A range of entries by their offsets in a list (from 0). `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the range of entries from the time `from` (inclusive) to the time `to` (exclusive). Both times are
 * in epoch milliseconds.
 *
 * @param timesAt as for `countBefore`
 */
export async function findPositionsInPeriod(
  count: number,
  timesAt: (positions: readonly number[]) => Promise<readonly number[]>,
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
): Promise<Span> {
  return {
    from: from === undefined ? 0 : await countBefore(count, from, timesAt),
    to: to === undefined ? count : await countBefore(count, to, timesAt),
  };
}

/** Returns the number of entries in a range. */
export function spanLength({ from, to }: Span): number {
  return Math.max(0, to - from);
}

/** Returns up to `limit` offsets of a range, newest first. The newest `skipCount` entries are skipped. */
export function positionsNewestFirst(span: Span, offset: number, limit: number): readonly number[] {
  const top = span.to - 1 - offset;
  const length = Math.max(0, Math.min(limit, top - span.from + 1));
  return Array.from({ length }, (_, i) => top - i);
}
