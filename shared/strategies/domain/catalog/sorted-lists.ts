import { createReusedArray } from '../../../platform/domain/reused-array.ts';

/**
 * One binary search costs as much as marking this number of values in an array. `intersectOrdinals` uses it to
 * choose the faster one of its two methods.
 */
const BINARY_SEARCH_COST = 8;

/**
 * Returns the ordinals (indexes in the catalog) that all lists contain, ascending. The lists must be ascending.
 * @param ordinalLimit number that is higher than all ordinals
 */
export function intersectOrdinals(lists: readonly Uint32Array[], ordinalLimit: number): Uint32Array {
  const [shortestList = new Uint32Array(), ...otherLists] = lists.toSorted((a, b) => a.length - b.length);
  const bitmapCost = lists.reduce((sum, { length }) => sum + length, ordinalLimit);
  return shortestList.length * BINARY_SEARCH_COST > bitmapCost
    ? ordinalsInAtLeast(lists, ordinalLimit, lists.length)
    : shortestList.filter((ordinal) => otherLists.every((otherList) => includesSorted(otherList, ordinal)));
}

/** Returns the ordinals that at least one list contains, ascending. */
export function unionOrdinals(lists: readonly Uint32Array[], ordinalLimit: number): Uint32Array {
  return ordinalsInAtLeast(lists, ordinalLimit, 1);
}

const marksBuffer = createReusedArray((length) => new Uint8Array(length));
const resultBuffer = createReusedArray((length) => new Uint32Array(length));

/** Returns the ordinals that at least `minimumLists` of the lists contain. No list may contain an ordinal twice. */
function ordinalsInAtLeast(
  lists: readonly Uint32Array[],
  ordinalLimit: number,
  minimumLists: number,
): Uint32Array {
  const listCounts = marksBuffer(ordinalLimit).fill(0);
  for (const list of lists) {
    for (let at = 0; at < list.length; at += 1) {
      const ordinal = list[at] ?? 0;
      listCounts[ordinal] = (listCounts[ordinal] ?? 0) + 1;
    }
  }
  const result = resultBuffer(ordinalLimit);
  let count = 0;
  // Every ordinal is written without a branch, because unpredictable branches are slow. The next ordinal overwrites
  // an ordinal that is in too few lists.
  for (let ordinal = 0; ordinal < ordinalLimit; ordinal += 1) {
    result[count] = ordinal;
    count += +((listCounts[ordinal] ?? 0) >= minimumLists);
  }
  return result.slice(0, count);
}

/** Returns whether an ascending list contains the value, by binary search. */
export function includesSorted(list: Uint32Array, value: number): boolean {
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
