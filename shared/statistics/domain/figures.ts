/** One number of the statistics: the group of counters that holds it, and its name there. */
export interface Figure {
  readonly group: string;
  readonly name: string;
  readonly value: bigint;
}

/** What an item counts for, by `group|name`: kept beside the counters, so that its next state can replace it. */
export type Counted = Readonly<Record<string, string>>;

const SEPARATOR = '|';

const placeOf = ({ group, name }: Figure) => `${group}${SEPARATOR}${name}`;

function figureAt(place: string, value: bigint): Figure {
  const end = place.indexOf(SEPARATOR);
  return { group: place.slice(0, end), name: place.slice(end + 1), value };
}

/** The figures as they are kept; those of one place are added up, and 0 is left out. */
export function toCounted(figures: readonly Figure[]): Counted {
  const sums = new Map<string, bigint>();
  for (const figure of figures) {
    const place = placeOf(figure);
    sums.set(place, (sums.get(place) ?? 0n) + figure.value);
  }
  const kept = [...sums].filter(([, value]) => value !== 0n);
  return Object.fromEntries(kept.map(([place, value]) => [place, String(value)]));
}

/** What has to be added to the counters so that they count an item as `after` and no longer as `before`. */
export function replacement(before: Counted, after: Counted): Figure[] {
  const places = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...places]
    .map((place) => figureAt(place, BigInt(after[place] ?? 0) - BigInt(before[place] ?? 0)))
    .filter(({ value }) => value !== 0n);
}
