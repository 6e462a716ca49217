import {
  type Bucket,
  bucketUpdateKindOf,
  earliestAdmissionMicros,
} from '../../shared/access/domain/rate-limit.ts';

/**
 * The result of taking a token from an exact token bucket. Tests compare it with the results of the stores' conditional
 * updates.
 */
export type Admission =
  | { readonly admitted: true; readonly fullAtMicros: number }
  | { readonly admitted: false; readonly fullAtMicros: number };

/**
 * Takes a token at `now` if one is available. `fullAtMicros` never decreases, so a clock that steps back only delays
 * requests.
 */
export function take(bucket: Bucket, fullAtMicros: number, now: number): Admission {
  if (earliestAdmissionMicros(bucket, fullAtMicros) > now) return { admitted: false, fullAtMicros };
  return {
    admitted: true,
    fullAtMicros:
      (bucketUpdateKindOf(fullAtMicros, now) === 'idle' ? now : fullAtMicros) + bucket.intervalMicros,
  };
}

/** Returns microseconds since the epoch. A Date has whole milliseconds. */
export function microsOf(time: Date): number {
  return time.getTime() * 1_000;
}
