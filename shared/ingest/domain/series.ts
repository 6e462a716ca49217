import { type DailySeries, quarterOf } from '../../market/domain/history/history.ts';

export function countKnownDays(apy: Float32Array): number {
  let days = 0;
  for (let index = 0; index < apy.length; index += 1) if (!Number.isNaN(apy[index])) days += 1;
  return days;
}

/** Sets the APY and the TVL of a day in the series. Does nothing if the series does not contain the day. */
export function setReadingOfDay(
  series: DailySeries,
  day: number,
  { apy, tvlUsd }: { readonly apy: number; readonly tvlUsd: number },
): void {
  const index = day - series.firstDay;
  if (index < 0 || index >= series.apy.length) return;
  series.apy[index] = apy;
  series.tvl[index] = tvlUsd;
}

/** Fills the unknown days of this service's own history with values from the source's history. */
export function fillGaps(ownSeries: DailySeries, sourceSeries: DailySeries): void {
  const dayOffset = sourceSeries.firstDay - ownSeries.firstDay;
  const endIndex = Math.min(sourceSeries.apy.length, ownSeries.apy.length - dayOffset);
  for (let index = Math.max(0, -dayOffset); index < endIndex; index += 1) {
    if (!Number.isNaN(ownSeries.apy[index + dayOffset])) continue;
    ownSeries.apy[index + dayOffset] = sourceSeries.apy[index] ?? Number.NaN;
    ownSeries.tvl[index + dayOffset] = sourceSeries.tvl[index] ?? Number.NaN;
  }
}

/** Returns the part of a series that lies in the calendar quarter of `day`. */
export function sliceQuarter(series: DailySeries, day: number): DailySeries {
  const quarter = quarterOf(day);
  const startIndex = Math.max(0, quarter.firstDay - series.firstDay);
  const endIndex = quarter.firstDay + quarter.days - series.firstDay;
  return {
    firstDay: series.firstDay + startIndex,
    apy: series.apy.subarray(startIndex, endIndex),
    tvl: series.tvl.subarray(startIndex, endIndex),
  };
}
