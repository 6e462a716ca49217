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
  const { indexes, left, above } = narrowed(values, from, end);
  const highest = valueAt(left.slice(), from - above);
  const lowest = valueAt(left.slice(), end - 1 - above);
  const found: number[] = [];
  let before = above;
  for (const index of indexes) {
    const value = values[index] ?? Number.NaN;
    if (value > highest) before += 1;
    else if (value >= lowest) found.push(index);
  }
  return found
    .sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || tie(a, b))
    .slice(from - before, end - before);
}

/** Of how many values a guess is made where the wanted ones lie, and by how many of them it may be off. */
const SAMPLE = { size: 500, margin: 40 } as const;

/** The values from one to another, in no order, where they stand, and how many are higher. */
interface Narrowed {
  readonly indexes: Uint32Array;
  readonly left: Float64Array;
  readonly above: number;
}

/** Values among which those from one place up to another are: few of many, unless the sample misleads. */
function narrowed(values: Float64Array, from: number, end: number): Narrowed {
  const step = Math.ceil(values.length / SAMPLE.size);
  const sample = new Float64Array(Math.ceil(values.length / step));
  for (let at = 0; at < sample.length; at += 1) sample[at] = values[at * step] ?? Number.NaN;
  sample.sort();
  const sampled = (place: number) => sample[sample.length - 1 - place];
  const highest = sampled(Math.floor(from / step) - SAMPLE.margin) ?? Number.POSITIVE_INFINITY;
  const lowest = sampled(Math.ceil(end / step) + SAMPLE.margin) ?? Number.NEGATIVE_INFINITY;
  const guess = within(values, lowest, highest);
  const { above, left } = guess;
  if (above <= from && above + left.length >= end) return guess;
  return everything(values);
}

function everything(values: Float64Array): Narrowed {
  return within(values, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}

/**
 * The values from one to another. They are counted first, as room for all would have to be made and collected each
 * time; then each is written down and kept or not, as branches would take far longer.
 */
function within(values: Float64Array, lowest: number, highest: number): Narrowed {
  let inside = 0;
  let above = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    inside += +(value <= highest) & +(value >= lowest);
    above += +(value > highest);
  }
  const indexes = new Uint32Array(inside);
  const left = new Float64Array(inside);
  let count = 0;
  // Where all have been found, the rest is written beyond the end, which changes nothing.
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    indexes[count] = index;
    left[count] = value;
    count += +(value <= highest) & +(value >= lowest);
  }
  return { indexes, left, above };
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
