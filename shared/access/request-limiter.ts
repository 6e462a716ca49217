import type { Admission } from './domain/limiter.ts';
import type { RateLimitStatus } from './domain/rate-limit.ts';

/**
 * The credential may not be used from this IP address. A token was taken from the bucket of the
 * address; `status` is its limit.
 */
export interface WrongSource {
  readonly outcome: 'wrong_source';
  readonly status: RateLimitStatus;
}

/**
 * Result of a request. `unusable` means that the credential is unknown, expired or revoked, or the
 * account suspended.
 */
export type RequestAdmission<R> =
  | Exclude<Admission<R>, { outcome: 'outdated' }>
  | { readonly outcome: 'unusable' }
  | WrongSource;

/** Admits requests by the hash of a credential or by an IP address. */
export interface RequestLimiter<R> {
  admit(key: string, sourceIp?: string): Promise<RequestAdmission<R>>;
  /** Returns the last known limit without a call. For the headers of an error response. */
  lastStatus(key: string): RateLimitStatus | undefined;
}
