import { dayOfHour, formatHourStart, type HourlyCount, type RequestCount } from './request-counts.ts';

/** Lengths of the two series. They include the current hour and the current day. */
const USAGE_SERIES_HOURS = 48;
const USAGE_SERIES_DAYS = 90;

/**
 * Request counts by hour and by day, oldest first, until the current hour. Hours and days without requests
 * are included.
 */
export interface UsageSeries {
  /** `from` is the start of the hour in ISO 8601. */
  readonly hours: readonly (RequestCount & { readonly from: string })[];
  /** `date` is the day (UTC), such as `2026-05-01`. */
  readonly days: readonly (RequestCount & { readonly date: string })[];
}

const NO_REQUESTS: RequestCount = { admitted: 0, refused: 0 };

function sumCountsBy<K>(
  counts: readonly HourlyCount[],
  groupKeyOf: (count: HourlyCount) => K,
): Map<K, RequestCount> {
  const sums = new Map<K, RequestCount>();
  for (const count of counts) {
    const { admitted, refused } = sums.get(groupKeyOf(count)) ?? NO_REQUESTS;
    sums.set(groupKeyOf(count), { admitted: admitted + count.admitted, refused: refused + count.refused });
  }
  return sums;
}

/**
 * Returns the first hour of the daily series that ends with the day of `hour`. Both hours are numbers of hours since
 * the epoch.
 */
export function computeFirstSeriesHour(hour: number): number {
  return (Math.floor(hour / 24) - USAGE_SERIES_DAYS + 1) * 24;
}

/**
 * Returns the request counts of each hour and each day up to now. `hour` is the current hour, as the number of hours
 * since the epoch.
 */
export function buildUsageSeries(counts: readonly HourlyCount[], hour: number): UsageSeries {
  const countByHour = sumCountsBy(counts, (count) => count.hour);
  const countByDay = sumCountsBy(counts, (count) => dayOfHour(count.hour));
  const hourNumbers = Array.from(
    { length: USAGE_SERIES_HOURS },
    (_, index) => hour - USAGE_SERIES_HOURS + 1 + index,
  );
  const firstHour = computeFirstSeriesHour(hour);
  const days = Array.from({ length: USAGE_SERIES_DAYS }, (_, index) => dayOfHour(firstHour + index * 24));
  return {
    hours: hourNumbers.map((each) => ({
      from: formatHourStart(each),
      ...(countByHour.get(each) ?? NO_REQUESTS),
    })),
    days: days.map((date) => ({ date, ...(countByDay.get(date) ?? NO_REQUESTS) })),
  };
}
