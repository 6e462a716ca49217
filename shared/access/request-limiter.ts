import type { Admission } from './domain/limiter.ts';
import type { RateLimitStatus } from './domain/rate-limit.ts';

/** The credential may be used, but not from this address. The request drew from the limit of the address, `status`. */
export interface WrongSource {
  readonly outcome: 'wrong_source';
  readonly status: RateLimitStatus;
}

/** What became of a request; `unusable` for a credential that is unknown, over, or of a suspended account. */
export type RequestAdmission<R> =
  | Exclude<Admission<R>, { outcome: 'outdated' }>
  | { readonly outcome: 'unusable' }
  | WrongSource;

/** Admits requests one by one: by a credential's hash, or by an address. */
export interface RequestLimiter<R> {
  admit(key: string, sourceIp?: string): Promise<RequestAdmission<R>>;
  /** What is known without a call, for the headers of an answer that could not be decided. */
  lastStatus(key: string): RateLimitStatus | undefined;
}
