import { GROUP_KINDS, type Group } from '../../contract/windows.ts';
import { type GroupingFields, groupKeysOf } from '../group-keys.ts';

/**
 * The daily TVL of a strategy in USD: one entry per day, oldest first. The last entry is the day of the ingestion. NaN
 * means unknown.
 */
export interface StrategySeries {
  readonly record: GroupingFields;
  readonly tvl: ArrayLike<number>;
}

/**
 * Returns, for each group, one total TVL in USD for each of the last `days` days. The total of a day is NaN if no
 * strategy of the group has a known TVL on that day.
 */
export function sumDailyTvlByGroup(
  seriesOfStrategies: Iterable<StrategySeries>,
  days: number,
): Readonly<Record<Group, ReadonlyMap<string, Float64Array>>> {
  const totals = {
    chain: new Map<string, Float64Array>(),
    protocol: new Map<string, Float64Array>(),
    asset: new Map<string, Float64Array>(),
  };
  for (const { record, tvl } of seriesOfStrategies) {
    for (const group of GROUP_KINDS) {
      const keys = groupKeysOf(record, group);
      for (const key of keys) {
        const totalByDay = totals[group].get(key) ?? new Float64Array(days).fill(Number.NaN);
        totals[group].set(key, totalByDay);
        addDailyValues(totalByDay, tvl, 1 / keys.length);
      }
    }
  }
  return totals;
}

/** Adds a fraction of the daily values to the totals. The last elements of both arrays belong to the same day. */
function addDailyValues(totalByDay: Float64Array, values: ArrayLike<number>, fraction: number): void {
  const dayOffset = totalByDay.length - values.length;
  for (let index = Math.max(0, -dayOffset); index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const day = index + dayOffset;
    const previousTotal = totalByDay[day] ?? Number.NaN;
    totalByDay[day] = Number.isNaN(previousTotal) ? value * fraction : previousTotal + value * fraction;
  }
}
