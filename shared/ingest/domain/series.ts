import { type DailySeries, quarterOf } from '../../market/domain/history/history.ts';

/** How many days a series says something of. */
export function countKnownDays(apy: Float32Array): number {
  let days = 0;
  for (let index = 0; index < apy.length; index += 1) if (!Number.isNaN(apy[index])) days += 1;
  return days;
}

/** Sets the reading of its day, where the series covers that day. */
export function setDay(
  series: DailySeries,
  day: number,
  { apy, tvlUsd }: { readonly apy: number; readonly tvlUsd: number },
): void {
  const index = day - series.firstDay;
  if (index < 0 || index >= series.apy.length) return;
  series.apy[index] = apy;
  series.tvl[index] = tvlUsd;
}

/** Fills days that our own history lacks from the source's. Never overwrites our own observations. */
export function fillGaps(own: DailySeries, source: DailySeries): void {
  const shift = source.firstDay - own.firstDay;
  const end = Math.min(source.apy.length, own.apy.length - shift);
  for (let index = Math.max(0, -shift); index < end; index += 1) {
    if (!Number.isNaN(own.apy[index + shift])) continue;
    own.apy[index + shift] = source.apy[index] ?? Number.NaN;
    own.tvl[index + shift] = source.tvl[index] ?? Number.NaN;
  }
}

/** The part of a series that lies in the quarter of `day`. */
export function quarterOfSeries(series: DailySeries, day: number): DailySeries {
  const quarter = quarterOf(day);
  const from = Math.max(0, quarter.firstDay - series.firstDay);
  const to = quarter.firstDay + quarter.days - series.firstDay;
  return {
    firstDay: series.firstDay + from,
    apy: series.apy.subarray(from, to),
    tvl: series.tvl.subarray(from, to),
  };
}
