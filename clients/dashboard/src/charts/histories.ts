import { LOCALE } from '../design/locale.ts';

/** A figure is null when the source reported none for that day. */
export interface Day {
  readonly date: string;
  readonly apy: number | null;
  readonly tvl: number | null;
}

/** All days of several series in ascending order, and the values of each series on those days. */
export interface AlignedHistories {
  readonly dates: readonly string[];
  readonly values: readonly (readonly (number | null)[])[];
}

/** Puts the last `days` days of several series on one time axis. Missing values are null. */
export function alignHistories(
  histories: readonly (readonly Day[])[],
  figureName: 'apy' | 'tvl',
  days: number,
): AlignedHistories {
  const dates = [...new Set(histories.flatMap((history) => history.map(({ date }) => date)))]
    .sort()
    .slice(-days);
  const values = histories.map((history) => {
    const valuesByDate = new Map(history.map((day) => [day.date, day[figureName]]));
    return dates.map((date) => valuesByDate.get(date) ?? null);
  });
  return { dates, values };
}

const dayFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', dateStyle: 'medium' });
const formatDay = (date: string) => dayFormat.format(Date.parse(date));

/**
 * Returns a text with the first and last day of a plot. If the history has fewer than `days` days, the text says when
 * the history began.
 */
export function shownDaysText({ dates }: Pick<AlignedHistories, 'dates'>, days: number): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  return dates.length < days
    ? `The history began on ${formatDay(first)}. Latest day: ${formatDay(last)}.`
    : `${formatDay(first)} to ${formatDay(last)}.`;
}
