import { admittedFrom, type Bucket, formOf } from '../../shared/access/domain/rate-limit.ts';

/** What the exact bucket answers: the stores' conditional updates are held against it. */
export type Admission =
  | { readonly admitted: true; readonly tat: number }
  | { readonly admitted: false; readonly tat: number };

/** Takes a token at `now` if there is one. `tat` never falls, so a clock that steps back can only delay. */
export function take(bucket: Bucket, tat: number, now: number): Admission {
  if (admittedFrom(bucket, tat) > now) return { admitted: false, tat };
  return { admitted: true, tat: (formOf(tat, now) === 'idle' ? now : tat) + bucket.intervalMicros };
}

/** Microseconds since the epoch; a Date counts whole milliseconds. */
export function microsOf(time: Date): number {
  return time.getTime() * 1_000;
}
