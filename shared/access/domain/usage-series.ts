import { dayOfHour, type HourlyCount, hourStart, type RequestCount } from './request-counts.ts';

/** Hours and days of a series, the one that is under way included. */
const SERIES_HOURS = 48;
const SERIES_DAYS = 90;

/** Requests of the hours and days up to now, oldest first, those without any included. */
export interface UsageSeries {
  /** Each from the beginning of an hour, in ISO 8601. */
  readonly hours: readonly (RequestCount & { readonly from: string })[];
  /** By day (UTC), such as `2026-05-01`. */
  readonly days: readonly (RequestCount & { readonly date: string })[];
}

const NONE: RequestCount = { admitted: 0, refused: 0 };

function sumBy<K>(counts: readonly HourlyCount[], keyOf: (count: HourlyCount) => K): Map<K, RequestCount> {
  const sums = new Map<K, RequestCount>();
  for (const count of counts) {
    const { admitted, refused } = sums.get(keyOf(count)) ?? NONE;
    sums.set(keyOf(count), { admitted: admitted + count.admitted, refused: refused + count.refused });
  }
  return sums;
}

/** The first hour, counted from the epoch, that a series up to `hour` is made of. */
export function firstHourOf(hour: number): number {
  return (Math.floor(hour / 24) - SERIES_DAYS + 1) * 24;
}

/** Counts that follow one another from the oldest to the present hour, `hour`. */
export function usageSeries(counts: readonly HourlyCount[], hour: number): UsageSeries {
  const byHour = sumBy(counts, (count) => count.hour);
  const byDay = sumBy(counts, (count) => dayOfHour(count.hour));
  const hours = Array.from({ length: SERIES_HOURS }, (_, index) => hour - SERIES_HOURS + 1 + index);
  const firstHour = firstHourOf(hour);
  const days = Array.from({ length: SERIES_DAYS }, (_, index) => dayOfHour(firstHour + index * 24));
  return {
    hours: hours.map((each) => ({ from: hourStart(each), ...(byHour.get(each) ?? NONE) })),
    days: days.map((date) => ({ date, ...(byDay.get(date) ?? NONE) })),
  };
}
