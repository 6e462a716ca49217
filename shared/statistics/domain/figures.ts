/** One number of the statistics, with the group and the name of its counter. */
export interface Figure {
  readonly group: string;
  readonly name: string;
  readonly value: bigint;
}

/** Values of counters, by the name of their group and then by the name of the counter. */
export type Counters = ReadonlyMap<string, ReadonlyMap<string, bigint>>;

export function sumFigures(figures: Iterable<Figure>): Counters {
  const sums = new Map<string, Map<string, bigint>>();
  for (const { group, name, value } of figures) {
    const groupCounters = sums.get(group) ?? new Map<string, bigint>();
    sums.set(group, groupCounters.set(name, (groupCounters.get(name) ?? 0n) + value));
  }
  return sums;
}

/** Returns the counters as a list, without counters that have the value 0. */
export function listFigures(counters: Counters): Figure[] {
  return [...counters].flatMap(([group, groupCounters]) =>
    [...groupCounters].flatMap(([name, value]) => (value === 0n ? [] : [{ group, name, value }])),
  );
}

/** Returns `figuresAfter` minus `figuresBefore` for each counter. Counters that do not change are left out. */
export function computeFigureDifferences(
  figuresBefore: readonly Figure[],
  figuresAfter: readonly Figure[],
): Figure[] {
  return listFigures(
    sumFigures([...figuresAfter, ...figuresBefore.map((figure) => ({ ...figure, value: -figure.value }))]),
  );
}
