import { dayDate } from '../../../platform/domain/days.ts';

/**
 * Returns the change from the value `days` days ago to the last value of a daily history, in
 * percent. NaN when either is unknown or the earlier value is 0.
 */
export function changeOver(history: Float32Array | undefined, days: number): number {
  const last = history?.at(-1) ?? Number.NaN;
  const before = history?.at(-1 - days) ?? Number.NaN;
  return before > 0 ? (last / before - 1) * 100 : Number.NaN;
}

/** The value of one day of a history. */
export interface DatedValue {
  /** `yyyy-mm-dd`, UTC. */
  readonly date: string;
  readonly value: number;
}

/**
 * Returns the known days among the last `days` of a history that ends on `lastDay`, oldest first.
 */
export function knownDays(history: Float32Array | undefined, lastDay: number, days: number): DatedValue[] {
  const recentDays = history?.subarray(-days) ?? new Float32Array(0);
  const firstDay = lastDay - recentDays.length + 1;
  return [...recentDays].flatMap((value, index) =>
    Number.isNaN(value) ? [] : { date: dayDate(firstDay + index), value: fromFloat32(value) },
  );
}

/** Rounds a stored float32 to the 7 digits that it can hold. */
export function fromFloat32(value: number): number {
  return Number(value.toPrecision(7));
}
