/** The mean; NaN of none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value below which the given part of all lies, in between in a straight line; NaN of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? below) - below);
}

/** The rank of each value, from 1; equal ones share the mean of theirs. */
function ranks(values: readonly number[]): Float64Array {
  const order = Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const found = new Float64Array(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (let at = start; at <= end; at += 1) found[order[at] ?? 0] = (start + end) / 2 + 1;
    start = end + 1;
  }
  return found;
}

/** Spearman's rank correlation; NaN where either side does not vary. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)];
  const middle = (a.length + 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  x.forEach((rank, index) => {
    const other = (y[index] ?? 0) - middle;
    xy += (rank - middle) * other;
    xx += (rank - middle) ** 2;
    yy += other ** 2;
  });
  return xx === 0 || yy === 0 ? Number.NaN : xy / Math.sqrt(xx * yy);
}

/**
 * How well scores tell what happened from what did not: the chance that one of the former is higher than one of the
 * latter (the area under the ROC curve; Mann and Whitney). 0.5 is chance; NaN where only one of the two is there.
 */
export function auc(scores: readonly number[], happened: readonly boolean[]): number {
  const found = ranks(scores);
  const hits = happened.filter(Boolean).length;
  const others = happened.length - hits;
  const sum = happened.reduce((total, is, index) => total + (is ? (found[index] ?? 0) : 0), 0);
  return hits === 0 || others === 0 ? Number.NaN : (sum - (hits * (hits + 1)) / 2) / (hits * others);
}

/** The Winkler (interval) score of an 80% interval: its width, and ten times what an outcome lies outside of it. */
export function winkler(low: number, high: number, outcome: number): number {
  return high - low + 10 * Math.max(0, low - outcome) + 10 * Math.max(0, outcome - high);
}
