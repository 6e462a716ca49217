import { ApiError } from '../platform/contract/errors.ts';
import { TooManyConflictsError } from '../platform/dynamodb/transact.ts';

/** Value of Retry-After in seconds. Concurrent transactions are usually complete by then. */
const RETRY_AFTER_SECONDS = 5;

/** Returns the error for a request that had too many conflicts. Use it only if nothing was written. */
export function tooManyTransactionsError(cause: unknown, message?: string): ApiError {
  const details = { retry_after_seconds: RETRY_AFTER_SECONDS };
  return new ApiError('too_many_transactions', {
    details,
    cause,
    ...(message === undefined ? {} : { message }),
  });
}

/**
 * Runs `work`, which stores or changes an on-chain transaction.
 *
 * @throws ApiError too_many_transactions after too many conflicts, when it is certain that nothing was written;
 * other errors of `work`
 */
export async function withTooManyTransactionsError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TooManyConflictsError) || !error.isCertainlyUncommitted) throw error;
    throw tooManyTransactionsError(
      error,
      'Other requests are changing this transaction, so this request changed nothing. Retry after the number of seconds in the Retry-After header.',
    );
  }
}
