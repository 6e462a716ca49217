/** How long the secret before the last rotation signs along, in milliseconds: a day, to bring the new one everywhere. */
export const SECRET_OVERLAP_MS = 86_400_000;

/** A secret that may end. */
interface EndingSecret {
  readonly until_ms?: number | undefined;
}

/** The secrets that sign at a moment, newest first: the present one, and the one before it while both are good. */
export function signingSecrets<S extends EndingSecret>(secrets: readonly S[], nowMs: number): S[] {
  return secrets.filter(({ until_ms }) => until_ms === undefined || until_ms > nowMs);
}

/**
 * The secrets after a rotation, two at most. A second rotation within a day drops the oldest secret, because its user
 * wants that one to stop working.
 */
export function rotatedSecrets<S extends EndingSecret>(
  secrets: readonly S[],
  next: S,
  nowMs: number,
): (S | (S & { until_ms: number }))[] {
  const [present] = secrets;
  return present === undefined ? [next] : [next, { ...present, until_ms: nowMs + SECRET_OVERLAP_MS }];
}
