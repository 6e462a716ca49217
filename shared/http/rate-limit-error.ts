import type { RateLimitRejection } from '../access/domain/limiter.ts';
import type { RateLimitStatus } from '../access/domain/rate-limit.ts';
import { ApiError } from '../platform/contract/errors.ts';

export class RateLimitError extends ApiError {
  readonly rateLimit: RateLimitStatus;

  constructor({ status, retryAfterSeconds }: RateLimitRejection, message?: string) {
    super('rate_limit_exceeded', {
      ...(message === undefined ? {} : { message }),
      details: { retry_after_seconds: retryAfterSeconds },
    });
    this.rateLimit = status;
  }
}
