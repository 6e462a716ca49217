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
  const lowest = valueAt(values.slice(), end - 1);
  const found: number[] = [];
  values.forEach((value, index) => {
    if (value >= lowest) found.push(index);
  });
  return found.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || tie(a, b)).slice(from, end);
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
