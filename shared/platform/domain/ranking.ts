/**
 * The indexes of the values that stand from place `from` up to `to`, counted from the highest down, without sorting
 * the rest. Equal values stand in the order of `tie`.
 */
export function rankedBetween(
  values: Float64Array,
  from: number,
  to: number,
  tie: (a: number, b: number) => number,
): number[] {
  const end = Math.min(to, values.length);
  if (from >= end) return [];
  const left = values.slice();
  const highest = from === 0 ? Number.POSITIVE_INFINITY : select(left, from);
  const lowest = select(left, end - 1);
  let above = 0;
  const found: number[] = [];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (value > highest) above += 1;
    else if (value >= lowest) found.push(index);
  }
  found.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || tie(a, b));
  return found.slice(from - above, end - above);
}

/** The value at a place from the highest down (0 is the highest): Hoare's selection, on a copy. NaN beyond the last. */
export function valueAt(values: Float64Array, place: number): number {
  return select(values.slice(), place);
}

/** The same, which puts the values into another order: a second selection among them is quicker for it. */
function select(left: Float64Array, place: number): number {
  let [low, high] = [0, left.length - 1];
  while (low < high) {
    const pivot = left[(low + high) >>> 1] ?? 0;
    let [i, j] = [low, high];
    while (i <= j) {
      while ((left[i] ?? 0) > pivot) i += 1;
      while ((left[j] ?? 0) < pivot) j -= 1;
      if (i > j) break;
      const value = left[i] ?? 0;
      left[i] = left[j] ?? 0;
      left[j] = value;
      i += 1;
      j -= 1;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return left[place] ?? Number.NaN;
}
