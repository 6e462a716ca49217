/**
 * States of a sandbox transaction, from the request to its response. Each attempt reads the stored data, decides what
 * to record, and commits one database transaction. "Next" lists the possible next states.
 *
 * - open: no attempt is outstanding. Next: committed, rejected, open, in doubt, given up.
 * - in doubt: the result of an attempt is unknown, so it may still be committed. Next: committed, open, given up.
 * - committed (end): the entry is in the journal. The response is 201, for replays too.
 * - rejected (end): the decision is an ApiError. The idempotency record keeps it for replays.
 * - given up (end): time or attempts are used up. The response is 429 if only conflicts were the cause, 500 if the
 *   database gave no answer.
 *
 * "In doubt" ends when the owner's journal has an entry with the attempt's number. If this entry belongs to the
 * request, the attempt was committed. If it belongs to another request, the attempt can never be committed.
 */

import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { type CommitFailure, toCommitFailure } from '../../platform/dynamodb/commit.ts';
import type { Reply } from '../../platform/request.ts';
import { computeMaxRetryPauseMs } from '../domain/retry-pause.ts';
import { toTransactionOrMove, transactionResultView } from '../domain/views.ts';
import { readLedgerEntries } from '../store/journal.ts';
import { tooManyTransactionsError } from '../too-many-transactions.ts';
import { type LedgerTransaction, TransactionAttempts, unknownOutcomeError } from './transaction-attempts.ts';
import type { AttemptCounts, LedgerDependencies } from './transaction-request.ts';

/** Time limit for all attempts of one transaction. */
export const ATTEMPTS_DURATION_MAX_MS = 15_000;
/**
 * Minimum time in milliseconds that the Lambda function must have left for another attempt. It includes the time to
 * check whether the attempt was committed.
 */
const ATTEMPT_TIME_MIN_MS = 4_000;
/**
 * An attempt starts only if the remaining time is at least this factor times the duration of the slowest attempt. Half
 * of this time is for the check whether the attempt was committed.
 */
const SLOWEST_ATTEMPT_FACTOR = 2;
/** Maximum number of attempts for one transaction, even if time remains. */
const ATTEMPTS_MAX = 1_000;
/** Maximum number of attempts to which the database sends no answer. Each such attempt takes a full timeout. */
const UNANSWERED_ATTEMPTS_MAX = 4;

/**
 * Returns a function that rebuilds the response to a replayed request from its journal entries, which never
 * change.
 *
 * @param count number of entries: 1, or 2 for a move
 * @returns a function whose parameter is the number of the first entry
 */
export function rebuildTransactionResponse(table: Table, ownerId: string, count: number) {
  return async (firstSequenceText: string): Promise<unknown> => {
    const sequences = Array.from({ length: count }, (_, i) => Number(firstSequenceText) + i);
    const entries = await readLedgerEntries(table, ownerId, sequences);
    if (entries.length < count) throw new Error(`Entry ${firstSequenceText} of ${ownerId} is missing`);
    return toTransactionOrMove(entries.map(transactionResultView));
  };
}

/**
 * Records a transaction exactly once. Each attempt reads the stored data, decides what to record, and commits one
 * DynamoDB transaction, which fails if the stored data has changed.
 * At most one attempt is committed, because all attempts use the same transaction id and require the owner's next entry
 * number.
 *
 * @throws the ApiError of `request.decide`; too_many_transactions after too many conflicts; internal_error when the
 * database gave no answer, or when the outcome of an attempt is unknown
 */
export async function recordInLedger(
  dependencies: LedgerDependencies,
  request: LedgerTransaction,
): Promise<Reply> {
  const transactionAttempts = new TransactionAttempts(dependencies, request);
  const attemptCounts = { refused: 0, busy: 0, unknown: 0 };
  const startedAtMs = dependencies.clock();
  const remainingMs = dependencies.remainingMs();
  let slowestAttemptMs = 0;
  const computeLatestAttemptStartMs = () =>
    startedAtMs +
    Math.min(
      ATTEMPTS_DURATION_MAX_MS,
      remainingMs - Math.max(ATTEMPT_TIME_MIN_MS, SLOWEST_ATTEMPT_FACTOR * slowestAttemptMs),
    );
  let lastFailure: CommitFailure | undefined;
  try {
    for (
      let attemptNumber = 1;
      attemptNumber <= ATTEMPTS_MAX && attemptCounts.unknown < UNANSWERED_ATTEMPTS_MAX;
      attemptNumber += 1
    ) {
      const attemptStartedMs = dependencies.clock();
      if (attemptStartedMs > computeLatestAttemptStartMs()) break;
      const attemptResult = await transactionAttempts.tryOnce().catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        return toCommitFailure(error);
      });
      if (!('kind' in attemptResult)) return attemptResult;
      lastFailure = attemptResult;
      attemptCounts[attemptResult.kind] += 1;
      const nowMs = dependencies.clock();
      slowestAttemptMs = Math.max(slowestAttemptMs, nowMs - attemptStartedMs);
      if (transactionAttempts.isRefreshed) continue;
      const attemptDurationMs = attemptResult.kind === 'unknown' ? 0 : nowMs - attemptStartedMs;
      const maxPauseMs = computeMaxRetryPauseMs(attemptNumber, nowMs - startedAtMs, attemptDurationMs);
      await dependencies.pause(Math.min(maxPauseMs, Math.max(0, computeLatestAttemptStartMs() - nowMs)));
    }
    return await resolveFinalAttempt(transactionAttempts, attemptCounts, lastFailure);
  } finally {
    if (attemptCounts.refused + attemptCounts.busy + attemptCounts.unknown > 0)
      dependencies.onContention(attemptCounts);
  }
}

/**
 * Determines the result of a transaction after its last attempt. Returns the response if an attempt was committed
 * although DynamoDB did not answer.
 *
 * @throws ApiError too_many_transactions, internal_error
 */
async function resolveFinalAttempt(
  transactionAttempts: TransactionAttempts,
  attemptCounts: AttemptCounts,
  lastFailure: CommitFailure | undefined,
): Promise<Reply> {
  const attemptResult = await transactionAttempts.resolveOutcome();
  if (typeof attemptResult === 'object') return attemptResult;
  const cause = new Error(`The transaction was given up: ${JSON.stringify(attemptCounts)}`, {
    cause: failureCauseOf(lastFailure),
  });
  if (!attemptResult) throw unknownOutcomeError(cause);
  if (attemptCounts.unknown >= UNANSWERED_ATTEMPTS_MAX) throw new ApiError('internal_error', { cause });
  throw tooManyTransactionsError(cause);
}

function failureCauseOf(failure: CommitFailure | undefined): unknown {
  return failure !== undefined && 'cause' in failure ? failure.cause : undefined;
}
