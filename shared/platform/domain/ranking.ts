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
  const highest = from === 0 ? Number.POSITIVE_INFINITY : valueAt(left, from);
  const lowest = valueAt(left, end - 1);
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

/**
 * The median: the mean of the two middle values of an even number; NaN of none. It puts the values into another order,
 * so give it a copy.
 */
export function medianOf(values: Float64Array): number {
  const middle = values.length >>> 1;
  const upper = valueAt(values, middle);
  if (values.length % 2 === 1 || middle === 0) return upper;
  // All before the place are as high or higher now: the lowest of them stands next to it.
  let other = Number.POSITIVE_INFINITY;
  for (let index = 0; index < middle; index += 1) other = Math.min(other, values[index] ?? Number.NaN);
  return (upper + other) / 2;
}

/**
 * The value at a place from the highest down (0 is the highest), NaN beyond the last: Hoare's selection. It puts the
 * values into another order, with those as high or higher before the place.
 */
export function valueAt(left: Float64Array, place: number): number {
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
