import type { Admission } from './domain/limiter.ts';
import type { RateLimitStatus } from './domain/rate-limit.ts';

/** What became of a request; `unusable` for a credential that is unknown, over, or of a suspended account. */
export type RequestAdmission<R> =
  | Exclude<Admission<R>, { outcome: 'outdated' }>
  | { readonly outcome: 'unusable' }
  /** The credential may be used, but not from there. */
  | { readonly outcome: 'wrong_source' };

/** Admits requests one by one: by a credential's hash, or by an address. */
export interface RequestLimiter<R> {
  admit(key: string, sourceIp?: string): Promise<RequestAdmission<R>>;
  /** What is known without a call, for the headers of an answer that could not be decided. */
  lastStatus(key: string): RateLimitStatus | undefined;
}
