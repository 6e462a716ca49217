/** Time in milliseconds for which the previous secret still signs deliveries after a rotation: one day. */
export const SECRET_OVERLAP_MS = 86_400_000;

/** Time at which a secret expires, in epoch milliseconds. Absent if the secret does not expire. */
interface ExpiringSecret {
  readonly until_ms?: number | undefined;
}

/** Returns the secrets that sign deliveries at the time `nowMs`, newest first. */
export function findSigningSecrets<S extends ExpiringSecret>(secrets: readonly S[], nowMs: number): S[] {
  return secrets.filter(({ until_ms }) => until_ms === undefined || until_ms > nowMs);
}

/**
 * Returns the secrets after a rotation, at most two. If a secret is rotated twice within a day, the oldest
 * secret stops signing at once.
 */
export function rotateSecrets<S extends ExpiringSecret>(
  secrets: readonly S[],
  next: S,
  nowMs: number,
): (S | (S & { until_ms: number }))[] {
  const [currentSecret] = secrets;
  return currentSecret === undefined
    ? [next]
    : [next, { ...currentSecret, until_ms: nowMs + SECRET_OVERLAP_MS }];
}
