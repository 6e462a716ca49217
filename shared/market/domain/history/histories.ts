import { dateOfDay } from '../../../platform/domain/days.ts';

/**
 * Returns the change in percent over the last `days` days of a daily history. NaN if the first or last value is unknown
 * or the first value is 0.
 */
export function computePercentChange(dailyValues: Float32Array | undefined, days: number): number {
  const lastValue = dailyValues?.at(-1) ?? Number.NaN;
  const earlierValue = dailyValues?.at(-1 - days) ?? Number.NaN;
  return earlierValue > 0 ? (lastValue / earlierValue - 1) * 100 : Number.NaN;
}

export interface DatedValue {
  /** UTC day, `yyyy-mm-dd`. */
  readonly date: string;
  readonly value: number;
}

/**
 * Returns the known values of the last `days` days, oldest first. `lastDay` is the day of the last entry (days since
 * 1970-01-01).
 */
export function listKnownValues(
  dailyValues: Float32Array | undefined,
  lastDay: number,
  days: number,
): DatedValue[] {
  const recentValues = dailyValues?.subarray(-days) ?? new Float32Array(0);
  const firstDay = lastDay - recentValues.length + 1;
  return [...recentValues].flatMap((value, index) =>
    Number.isNaN(value) ? [] : { date: dateOfDay(firstDay + index), value: roundFloat32(value) },
  );
}

/** Rounds a stored float32 to 7 significant digits, which is its precision. */
export function roundFloat32(value: number): number {
  return Number(value.toPrecision(7));
}
