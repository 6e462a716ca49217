import { createReusedArrayGetter } from '../../../platform/domain/reused-array.ts';

/** Marking this many values in an array takes about as long as one binary search. */
const BINARY_SEARCH_COST = 8;

/**
 * Returns the values that all lists contain, ascending. The lists must be ascending.
 * @param valueUpperBound a number that is higher than all values
 */
export function intersectSortedLists(lists: readonly Uint32Array[], valueUpperBound: number): Uint32Array {
  const [shortestList = new Uint32Array(), ...otherLists] = lists.toSorted((a, b) => a.length - b.length);
  const bitmapCost = lists.reduce((sum, { length }) => sum + length, valueUpperBound);
  return shortestList.length * BINARY_SEARCH_COST > bitmapCost
    ? findSharedValues(lists, valueUpperBound, lists.length)
    : shortestList.filter((value) => otherLists.every((otherList) => sortedListIncludes(otherList, value)));
}

/** Returns the values that at least one list contains, ascending. */
export function mergeSortedLists(lists: readonly Uint32Array[], valueUpperBound: number): Uint32Array {
  return findSharedValues(lists, valueUpperBound, 1);
}

const getListCountBuffer = createReusedArrayGetter((length) => new Uint8Array(length));
const getResultBuffer = createReusedArrayGetter((length) => new Uint32Array(length));

/** Returns the values that at least `minListCount` of the lists contain. No list may contain a value twice. */
function findSharedValues(
  lists: readonly Uint32Array[],
  valueUpperBound: number,
  minListCount: number,
): Uint32Array {
  const listCountByValue = getListCountBuffer(valueUpperBound).fill(0);
  for (const list of lists) {
    for (let at = 0; at < list.length; at += 1) {
      const value = list[at] ?? 0;
      listCountByValue[value] = (listCountByValue[value] ?? 0) + 1;
    }
  }
  const result = getResultBuffer(valueUpperBound);
  let count = 0;
  // Write every value without a branch, because unpredictable branches are slow. The next write overwrites a value that
  // is in too few lists.
  for (let value = 0; value < valueUpperBound; value += 1) {
    result[count] = value;
    count += +((listCountByValue[value] ?? 0) >= minListCount);
  }
  return result.slice(0, count);
}

/** Returns whether an ascending list contains the value, by binary search. */
export function sortedListIncludes(list: Uint32Array, value: number): boolean {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const middleValue = list[middle] ?? 0;
    if (middleValue === value) return true;
    if (middleValue < value) low = middle + 1;
    else high = middle;
  }
  return false;
}
