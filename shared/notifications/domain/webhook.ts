/** Overlap after a rotation in milliseconds, in which the previous secret also signs: one day. */
export const SECRET_OVERLAP_MS = 86_400_000;

/** A secret with an optional end time. */
interface EndingSecret {
  readonly until_ms?: number | undefined;
}

/**
 * Returns the secrets that sign at a moment, newest first: the current secret, and during the overlap the
 * previous one.
 */
export function findSigningSecrets<S extends EndingSecret>(secrets: readonly S[], nowMs: number): S[] {
  return secrets.filter(({ until_ms }) => until_ms === undefined || until_ms > nowMs);
}

/**
 * Returns the secrets after a rotation, at most two. A second rotation within a day drops the oldest secret,
 * because it should stop working.
 */
export function rotateSecrets<S extends EndingSecret>(
  secrets: readonly S[],
  next: S,
  nowMs: number,
): (S | (S & { until_ms: number }))[] {
  const [currentSecret] = secrets;
  return currentSecret === undefined
    ? [next]
    : [next, { ...currentSecret, until_ms: nowMs + SECRET_OVERLAP_MS }];
}
