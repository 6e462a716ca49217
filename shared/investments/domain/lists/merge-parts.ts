/** One sorted part of a list. `read` returns any range of its elements. */
export interface ListPart<T> {
  readonly total: number;
  readonly read: (offset: number, limit: number) => Promise<readonly T[]>;
}

/** Reads single elements of a part of a list in advance, and caches them. */
class PeekablePart<T> {
  readonly #part: ListPart<T>;
  readonly #cachedElements = new Map<number, T>();
  /** Number of elements already skipped. */
  skippedCount = 0;

  constructor(part: ListPart<T>) {
    this.#part = part;
  }

  get left(): number {
    return this.#part.total - this.skippedCount;
  }

  /**
   * Returns the element at `offset` (from 0) after the skipped elements. Returns undefined after the end of the part.
   */
  async peek(offset: number): Promise<T | undefined> {
    const at = this.skippedCount + offset;
    if (!this.#cachedElements.has(at))
      for (const element of await this.#part.read(at, 1)) this.#cachedElements.set(at, element);
    return this.#cachedElements.get(at);
  }

  next(limit: number): Promise<readonly T[]> {
    return this.#part.read(this.skippedCount, Math.min(limit, this.left));
  }
}

/** Returns the index of the latest time. If several times are equal, returns the first index. */
function indexOfLatestTime(times: readonly (string | undefined)[]): number {
  return times.reduce<number>((best, time, i) => ((time ?? '') > (times[best] ?? '') ? i : best), 0);
}

/**
 * Skips the first `offset` elements of the merged parts, with few reads. Each round divides the remaining number
 * equally among the parts. It reads one element at this distance in each part. In the part whose element is newest, it
 * skips all elements up to this one.
 */
async function skipElements<T>(
  parts: readonly PeekablePart<T>[],
  offset: number,
  timeOf: (element: T) => string,
) {
  for (let elementsToSkip = offset; elementsToSkip > 0; ) {
    const remainingParts = parts.filter((part) => part.left > 0);
    if (remainingParts.length === 0) return;
    const peekDistance = Math.max(1, Math.floor(elementsToSkip / remainingParts.length));
    const peekOffsets = remainingParts.map((part) => Math.min(peekDistance, part.left) - 1);
    const peekedElements = await Promise.all(remainingParts.map((part, i) => part.peek(peekOffsets[i] ?? 0)));
    const latestPartIndex = indexOfLatestTime(
      peekedElements.map((element) => (element === undefined ? undefined : timeOf(element))),
    );
    const skippedCount = (peekOffsets[latestPartIndex] ?? 0) + 1;
    const part = remainingParts[latestPartIndex];
    if (part !== undefined) part.skippedCount += skippedCount;
    elementsToSkip -= skippedCount;
  }
}

/**
 * Merges several lists, each sorted newest first, into one list in the same order.
 *
 * @param timeOf returns an element's time as text that sorts by time
 */
export function mergeParts<T>(parts: readonly ListPart<T>[], timeOf: (element: T) => string): ListPart<T> {
  const nonEmptyParts = parts.filter(({ total }) => total > 0);
  const [singlePart] = nonEmptyParts;
  if (singlePart !== undefined && nonEmptyParts.length === 1) return singlePart;
  return {
    total: nonEmptyParts.reduce((sum, { total }) => sum + total, 0),
    read: async (offset, limit) => {
      const peekableParts = nonEmptyParts.map((part) => new PeekablePart(part));
      await skipElements(peekableParts, offset, timeOf);
      const nextElements = await Promise.all(peekableParts.map((part) => part.next(limit)));
      // The sort is stable: elements of the same time keep the order of their parts.
      return nextElements
        .flat()
        .sort((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(a) > timeOf(b) ? -1 : 1))
        .slice(0, limit);
    },
  };
}
