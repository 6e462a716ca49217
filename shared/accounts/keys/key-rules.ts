import { ApiError, invalidRequestError } from '../../platform/contract/errors.ts';
import { ROLE_SCOPES, type Role, type Scope } from '../../platform/contract/scopes.ts';
import type { Principal, RequestContext } from '../../platform/request.ts';

/**
 * An authenticated caller and its credential. The credential is a session token. Only `runIdempotentSecretRequest` also accepts
 * an API key.
 */
export interface ManagingSession {
  readonly principal: Principal;
  readonly presentedCredential: string;
}

/** The caller that manages keys: a session, or an operator (`undefined`). */
export type OptionalManagingSession = ManagingSession | undefined;

export function requireManagingSession({
  principal,
  presentedCredential,
}: Pick<RequestContext, 'presentedCredential'> & { readonly principal: Principal }): ManagingSession {
  if (presentedCredential === undefined) throw new Error('An authenticated request lacks its credential');
  return { principal, presentedCredential };
}

const RECENT_SIGN_IN_MINUTES = 15;

/**
 * Throws an error if the caller is a session whose sign-in is not recent. API keys pass, because they do not
 * sign in.
 * @throws ApiError recent_sign_in_required
 */
export function requireRecentSignIn({ kind, createdAt }: Principal, now: Date): void {
  if (kind !== 'session') return;
  const earliestRecentSignInMs = now.getTime() - RECENT_SIGN_IN_MINUTES * 60_000;
  if (Date.parse(createdAt) > earliestRecentSignInMs) return;
  throw new ApiError('recent_sign_in_required', {
    details: { signed_in_at: createdAt, max_age_seconds: RECENT_SIGN_IN_MINUTES * 60 },
  });
}

/**
 * A key with all scopes of one inner list can move money or send investment events to a webhook endpoint.
 * Creating such a key requires a recent sign-in.
 */
const SENSITIVE_SCOPES: readonly (readonly Scope[])[] = [
  ['investments:write'],
  ['account:write', 'investments:read'],
];

/**
 * Requires a recent sign-in for a new key with sensitive scopes. Operators need no sign-in.
 * @throws ApiError recent_sign_in_required
 */
export function requireSignInForScopes(
  managingSession: OptionalManagingSession,
  scopes: readonly Scope[],
  now: Date,
): void {
  const grantsSensitiveScopes = SENSITIVE_SCOPES.some((scopeSet) =>
    scopeSet.every((scope) => scopes.includes(scope)),
  );
  if (managingSession !== undefined && grantsSensitiveScopes)
    requireRecentSignIn(managingSession.principal, now);
}

/** @throws ApiError forbidden if the role does not allow all scopes of the key */
export function requireScopes(role: Role, scopes: readonly Scope[]): void {
  const missingScopes = scopes.filter((scope) => !ROLE_SCOPES[role].includes(scope));
  if (missingScopes.length === 0) return;
  throw new ApiError('forbidden', {
    message: `Your account does not have these scopes: ${missingScopes.join(', ')}. Remove them from the request.`,
    details: { missing_scopes: missingScopes },
  });
}

type AddressAllowlist = readonly string[] | undefined;

/**
 * Returns whether the new allowlist may allow an IP address that the old allowlist did not allow. Undefined
 * allows any address.
 */
export function allowsMoreAddresses(oldAllowlist: AddressAllowlist, newAllowlist: AddressAllowlist): boolean {
  return (
    oldAllowlist !== undefined &&
    (newAllowlist === undefined || newAllowlist.some((range) => !oldAllowlist.includes(range)))
  );
}

/**
 * Returns whether a key would expire later than before. Times are in epoch microseconds. Undefined means that the key
 * never expires.
 */
export function extendsExpiry(
  oldExpiryMicros: number | undefined,
  newExpiryMicros: number | undefined,
): boolean {
  return (
    oldExpiryMicros !== undefined && (newExpiryMicros === undefined || newExpiryMicros > oldExpiryMicros)
  );
}

/**
 * Keys must expire before this time. From the year 2255, a double no longer represents epoch microseconds exactly.
 */
const EXPIRY_END_MILLIS = Date.UTC(2255, 0);

/**
 * Converts the expiry of a key to epoch microseconds. Returns undefined if the key never expires.
 * @param expiresAt an ISO 8601 time; null if the key never expires
 * @throws ApiError invalid_request for a time in the past or after the year 2254
 */
export function expiryMicrosOf(expiresAt: string | null, now: Date): number | undefined {
  if (expiresAt === null) return undefined;
  const expiresMillis = Date.parse(expiresAt);
  const expiryError = (message: string) => invalidRequestError([{ path: 'body.expires_at', message }]);
  if (!(expiresMillis > now.getTime())) throw expiryError('must be in the future');
  if (expiresMillis >= EXPIRY_END_MILLIS)
    throw expiryError('must be before the year 2255; send null for a key that never expires');
  return expiresMillis * 1_000;
}
