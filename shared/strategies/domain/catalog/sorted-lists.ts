/** The ordinals that are in every one of the lists, ascending as they are. */
export function commonTo(lists: readonly Uint32Array[]): Uint32Array {
  const [smallest = new Uint32Array(), ...others] = lists.toSorted((a, b) => a.length - b.length);
  return smallest.filter((ordinal) => others.every((other) => includes(other, ordinal)));
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
