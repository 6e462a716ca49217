import { type Bucket, earliestAdmissionMicros, updateFormOf } from '../../shared/access/domain/rate-limit.ts';

/** The decision of the exact bucket. Tests compare the conditional updates of the stores with it. */
export type Admission =
  | { readonly admitted: true; readonly tat: number }
  | { readonly admitted: false; readonly tat: number };

/**
 * Takes a token at `now` if one is available. `tat` never decreases, so a clock that steps back only delays requests.
 */
export function take(bucket: Bucket, tat: number, now: number): Admission {
  if (earliestAdmissionMicros(bucket, tat) > now) return { admitted: false, tat };
  return { admitted: true, tat: (updateFormOf(tat, now) === 'idle' ? now : tat) + bucket.intervalMicros };
}

/** Returns microseconds since the epoch. A Date has whole milliseconds. */
export function microsOf(time: Date): number {
  return time.getTime() * 1_000;
}
