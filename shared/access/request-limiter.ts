import type { Admission } from './domain/limiter.ts';
import type { RateLimitStatus } from './domain/rate-limit.ts';

/**
 * The request was rejected because its IP address is not on the key's allowlist. A token was taken from the
 * bucket of this address. `status` is the rate limit of the address.
 */
export interface DisallowedAddress {
  readonly outcome: 'wrong_source';
  readonly status: RateLimitStatus;
}

/**
 * The limiter's decision about a request. `unusable` means that the credential is unknown, expired or revoked, or
 * that its account is suspended.
 */
export type RequestAdmission<R> =
  | Exclude<Admission<R>, { outcome: 'outdated' }>
  | { readonly outcome: 'unusable' }
  | DisallowedAddress;

/** Admits or rejects requests. The key of a request is its IP address, or the hash of its credential. */
export interface RequestLimiter<R> {
  admit(key: string, sourceIp?: string): Promise<RequestAdmission<R>>;
  /** Returns the last known rate limit of a key, for the headers of an error response. */
  lastStatus(key: string): RateLimitStatus | undefined;
}
