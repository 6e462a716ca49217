/** One day of a strategy; null where the source said nothing. */
export interface Day {
  readonly date: string;
  readonly apy: number | null;
  readonly tvl: number | null;
}

/** All days of several series, ascending, and each series over them. */
export interface Aligned {
  readonly dates: readonly string[];
  readonly values: readonly (readonly (number | null)[])[];
}

/** The last days of several series on one axis, with null where one has no figure. */
export function align(histories: readonly (readonly Day[])[], figure: 'apy' | 'tvl', days: number): Aligned {
  const dates = [...new Set(histories.flatMap((history) => history.map(({ date }) => date)))]
    .sort()
    .slice(-days);
  const values = histories.map((history) => {
    const known = new Map(history.map((day) => [day.date, day[figure]]));
    return dates.map((date) => known.get(date) ?? null);
  });
  return { dates, values };
}
