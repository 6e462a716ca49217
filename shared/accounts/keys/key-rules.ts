import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import { ROLE_SCOPES, type Role, type Scope } from '../../platform/contract/scopes.ts';
import type { Principal, RequestContext } from '../../platform/request.ts';

/** A session that changes keys. */
export interface ManagingSession {
  readonly principal: Principal;
  readonly presentedCredential: string;
}

/** Who changes keys: a session, or an operator (`undefined`). */
export type KeyManager = ManagingSession | undefined;

/** The session of a request. */
export function managerOf({
  principal,
  presentedCredential,
}: Pick<RequestContext, 'presentedCredential'> & { readonly principal: Principal }): ManagingSession {
  if (presentedCredential === undefined) throw new Error('An authenticated request lacks its credential');
  return { principal, presentedCredential };
}

/** Longest time since the sign-in for what needs a recent one. */
const RECENT_SIGN_IN_MINUTES = 15;

/**
 * Refuses a session whose sign-in is not recent. An API key passes: it has no sign-in.
 *
 * @throws ApiError recent_sign_in_required
 */
export function requireRecentSignIn({ kind, createdAt }: Principal, now: Date): void {
  if (kind !== 'session') return;
  const recentFrom = now.getTime() - RECENT_SIGN_IN_MINUTES * 60_000;
  if (Date.parse(createdAt) > recentFrom) return;
  throw new ApiError('recent_sign_in_required', {
    details: { signed_in_at: createdAt, max_age_seconds: RECENT_SIGN_IN_MINUTES * 60 },
  });
}

/**
 * Scopes with which a key does what a session does only after a recent sign-in: move money, or set a webhook endpoint
 * that receives investment events.
 */
const SENSITIVE_SCOPES: readonly (readonly Scope[])[] = [
  ['investments:write'],
  ['account:write', 'investments:read'],
];

/**
 * Refuses a session without a recent sign-in where a new key could move money or redirect investment events.
 *
 * @throws ApiError recent_sign_in_required
 */
export function requireSignInFor(manager: KeyManager, scopes: readonly Scope[], now: Date): void {
  const isSensitive = SENSITIVE_SCOPES.some((together) => together.every((scope) => scopes.includes(scope)));
  if (manager !== undefined && isSensitive) requireRecentSignIn(manager.principal, now);
}

/** @throws ApiError forbidden for scopes that the user's role does not have */
export function requireScopes(role: Role, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !ROLE_SCOPES[role].includes(scope));
  if (missing.length === 0) return;
  throw new ApiError('forbidden', {
    message: `Your account does not have these scopes: ${missing.join(', ')}. Leave them out.`,
    details: { missing_scopes: missing },
  });
}

type Addresses = readonly string[] | undefined;

/** Whether a key could be used from an address that it could not be used from before. */
export function liftsAddresses(before: Addresses, after: Addresses): boolean {
  return before !== undefined && (after === undefined || after.some((range) => !before.includes(range)));
}

/** Whether a key with expiry `after` could be used at a time when one with `before` could not; undefined is never. */
export function liftsExpiry(before: number | undefined, after: number | undefined): boolean {
  return before !== undefined && (after === undefined || after > before);
}

/** From here on whole microseconds are no exact integers in a double. */
const EXPIRY_END_MILLIS = Date.UTC(2255, 0);

/**
 * When a key ends, in microseconds since the epoch; undefined for never.
 *
 * @param expiresAt an ISO 8601 time, or null for never
 * @throws ApiError invalid_request for a time in the past or beyond the year 2254
 */
export function expiryMicros(expiresAt: string | null, now: Date): number | undefined {
  if (expiresAt === null) return undefined;
  const millis = Date.parse(expiresAt);
  const refuse = (message: string) => invalidRequest([{ path: 'body.expires_at', message }]);
  if (!(millis > now.getTime())) throw refuse('must be in the future');
  if (millis >= EXPIRY_END_MILLIS)
    throw refuse('must be before the year 2255; send null for a key that never expires');
  return millis * 1_000;
}
