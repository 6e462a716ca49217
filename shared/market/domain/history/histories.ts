import { dayDate } from '../../../platform/domain/days.ts';

/**
 * How much the last value of a daily history differs from the value `days` days before, in percent; NaN when either is
 * not known or the earlier one is 0.
 */
export function changeOver(history: Float32Array | undefined, days: number): number {
  const last = history?.at(-1) ?? Number.NaN;
  const before = history?.at(-1 - days) ?? Number.NaN;
  return before > 0 ? (last / before - 1) * 100 : Number.NaN;
}

/** One day of a history and its value. */
export interface DatedValue {
  /** `yyyy-mm-dd`, UTC. */
  readonly date: string;
  readonly value: number;
}

/** The known days among the last `days` of a history that ends on `lastDay`, oldest first. */
export function knownDays(history: Float32Array | undefined, lastDay: number, days: number): DatedValue[] {
  const recent = history?.subarray(-days) ?? new Float32Array(0);
  const firstDay = lastDay - recent.length + 1;
  return [...recent].flatMap((value, index) =>
    Number.isNaN(value) ? [] : { date: dayDate(firstDay + index), value: fromFloat32(value) },
  );
}

/** A stored float32 without the digits that it cannot hold. */
export function fromFloat32(value: number): number {
  return Number(value.toPrecision(7));
}
