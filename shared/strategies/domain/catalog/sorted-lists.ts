import { reused } from '../../../platform/domain/reused.ts';

/** How many values of lists are marked in the time in which one is looked for in another list by halving. */
const HALVING_COSTS = 8;

/**
 * The ordinals that are in every one of the lists, ascending as they are.
 *
 * @param below what all ordinals are below
 */
export function commonTo(lists: readonly Uint32Array[], below: number): Uint32Array {
  const [smallest = new Uint32Array(), ...others] = lists.toSorted((a, b) => a.length - b.length);
  const inAll = lists.reduce((sum, { length }) => sum + length, below);
  return smallest.length * HALVING_COSTS > inAll
    ? markedBy(lists, below, lists.length)
    : smallest.filter((ordinal) => others.every((other) => includes(other, ordinal)));
}

/** The ordinals that are in at least one of the lists, ascending. */
export function unionOf(lists: readonly Uint32Array[], below: number): Uint32Array {
  return markedBy(lists, below, 1);
}

const marksOf = reused((length) => new Uint8Array(length));
const roomFor = reused((length) => new Uint32Array(length));

/** The ordinals that are in at least so many of the lists, none of which has one twice. */
function markedBy(lists: readonly Uint32Array[], below: number, least: number): Uint32Array {
  const marks = marksOf(below).fill(0);
  for (const list of lists) {
    for (let at = 0; at < list.length; at += 1) {
      const ordinal = list[at] ?? 0;
      marks[ordinal] = (marks[ordinal] ?? 0) + 1;
    }
  }
  const found = roomFor(below);
  let count = 0;
  // Writes each value and then keeps it or not, because unpredictable branches would take far longer.
  for (let ordinal = 0; ordinal < below; ordinal += 1) {
    found[count] = ordinal;
    count += +((marks[ordinal] ?? 0) >= least);
  }
  return found.slice(0, count);
}

/** Whether an ascending list has the value, by halving. */
export function includes(list: Uint32Array, value: number): boolean {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = list[middle] ?? 0;
    if (found === value) return true;
    if (found < value) low = middle + 1;
    else high = middle;
  }
  return false;
}
