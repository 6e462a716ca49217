/**
 * The first `count` items in the order of `compare`, without sorting the rest: one pass that keeps the best so far.
 * Equal items stand in the order in which they came.
 */
export function firstBy<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  const best: T[] = [];
  for (const item of items) {
    const last = best[count - 1];
    if (count <= 0 || (last !== undefined && compare(item, last) >= 0)) continue;
    let at = Math.min(best.length, count - 1);
    for (; at > 0; at -= 1) {
      const before = best[at - 1];
      if (before !== undefined && compare(item, before) >= 0) break;
    }
    best.splice(at, 0, item);
    if (best.length > count) best.pop();
  }
  return best;
}
