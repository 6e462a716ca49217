import { ApiError } from '../platform/contract/errors.ts';
import { StillBusy } from '../platform/dynamodb/transact.ts';

/** When to come again, in seconds: those who were faster have been served by then. */
const RETRY_AFTER_SECONDS = 5;

/** The answer where others were in the way until the tries were used up, and where it is certain that nothing was written. */
export function tooManyMovements(cause: unknown, message?: string): ApiError {
  const details = { retry_after_seconds: RETRY_AFTER_SECONDS };
  return new ApiError('too_many_movements', {
    details,
    cause,
    ...(message === undefined ? {} : { message }),
  });
}

/**
 * Does what stores or changes a transaction on a chain.
 *
 * @throws ApiError too_many_movements when others were in the way to the last and nothing can be written any more; what
 * `work` throws
 */
export async function unlessTooMany<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StillBusy) || !error.settled) throw error;
    throw tooManyMovements(
      error,
      'Other requests are changing this transaction. This request changed nothing. Retry after the number of seconds in the Retry-After header.',
    );
  }
}
