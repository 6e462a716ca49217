import type { ListPart } from './merge-parts.ts';

/** The fields of a list element that a cursor contains: its creation time (ISO 8601) and its id. */
interface CursorElement {
  readonly created_at: string;
  readonly id: string;
}

function dropFirstElements<T>({ total, read }: ListPart<T>, offset: number): ListPart<T> {
  return { total: Math.max(0, total - offset), read: (skipCount, limit) => read(offset + skipCount, limit) };
}

/** Returns the elements with the time `time` or earlier. `part` is sorted newest first. */
export async function dropElementsAfterTime<T extends CursorElement>(
  part: ListPart<T>,
  time: string,
): Promise<ListPart<T>> {
  let low = 0;
  let high = part.total;
  while (low < high) {
    const middleIndex = Math.floor((low + high) / 2);
    const [element] = await part.read(middleIndex, 1);
    if (element === undefined || element.created_at <= time) high = middleIndex;
    else low = middleIndex + 1;
  }
  return dropFirstElements(part, low);
}

/** Maximum number of elements in one read of `partAfterElement`. */
const SEARCH_READ_SIZE_MAX = 100;

/**
 * Returns the elements of `part` after the cursor's element. `part` must contain no elements with a later time than the
 * cursor's element. If that element no longer exists, returns the whole part, because a repeated element is better than
 * a missing one.
 */
export async function partAfterElement<T extends CursorElement>(
  part: ListPart<T>,
  { created_at: time, id }: CursorElement,
): Promise<ListPart<T>> {
  for (let offset = 0, limit = 1; offset < part.total; limit = Math.min(limit * 4, SEARCH_READ_SIZE_MAX)) {
    const nextElements = await part.read(offset, limit);
    const index = nextElements.findIndex((element) => element.id === id);
    if (index >= 0) return dropFirstElements(part, offset + index + 1);
    if (nextElements.length === 0 || nextElements.some((element) => element.created_at < time)) break;
    offset += nextElements.length;
  }
  return part;
}
