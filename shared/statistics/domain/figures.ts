/** One number of the statistics: the group of counters that holds it, and its name there. */
export interface Figure {
  readonly group: string;
  readonly name: string;
  readonly value: bigint;
}

/** Counters by group and name. */
export type Counters = ReadonlyMap<string, ReadonlyMap<string, bigint>>;

/** Figures added up by group and name. */
export function addUp(figures: Iterable<Figure>): Counters {
  const sums = new Map<string, Map<string, bigint>>();
  for (const { group, name, value } of figures) {
    const counters = sums.get(group) ?? new Map<string, bigint>();
    sums.set(group, counters.set(name, (counters.get(name) ?? 0n) + value));
  }
  return sums;
}

/** The counters one by one, without those that are 0. */
export function figuresIn(counters: Counters): Figure[] {
  return [...counters].flatMap(([group, of]) =>
    [...of].flatMap(([name, value]) => (value === 0n ? [] : [{ group, name, value }])),
  );
}

/** What must be added to the counters when an item that counted for some figures now counts for others. */
export function difference(before: readonly Figure[], after: readonly Figure[]): Figure[] {
  return figuresIn(addUp([...after, ...before.map((figure) => ({ ...figure, value: -figure.value }))]));
}
