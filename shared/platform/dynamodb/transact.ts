import { randomUUID } from 'node:crypto';
import {
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { type RetryPolicy, retry } from '../retry.ts';
import type { Table } from './client.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type WithoutTableName<K extends keyof TransactItem> = Omit<NonNullable<TransactItem[K]>, 'TableName'>;

/** One write of a transaction. The name of the table is added later. */
export type Write =
  | { readonly Put: WithoutTableName<'Put'> }
  | { readonly Update: WithoutTableName<'Update'> }
  | { readonly Delete: WithoutTableName<'Delete'> }
  | { readonly ConditionCheck: WithoutTableName<'ConditionCheck'> };

export function withTableName(write: Write, TableName: string): TransactItem {
  if ('Put' in write) return { Put: { TableName, ...write.Put } };
  if ('Update' in write) return { Update: { TableName, ...write.Update } };
  if ('Delete' in write) return { Delete: { TableName, ...write.Delete } };
  return { ConditionCheck: { TableName, ...write.ConditionCheck } };
}

export type TransactResult =
  | { readonly committed: true }
  /** Indexes of the writes whose condition failed. If a condition failed, nothing was written. */
  | { readonly committed: false; readonly failedWriteIndexes: readonly number[] };

const CONDITION_FAILED = 'ConditionalCheckFailed';

/** Reasons of a cancelled transaction after which a retry may succeed. */
export const RETRYABLE_REASONS: readonly string[] = [
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/**
 * Retry policy for conflicts. It is enough for 30 concurrent writers of the same item on a slow database. All
 * pauses together take at most 6 seconds.
 */
export const CONFLICT_RETRY_POLICY = {
  attempts: 40,
  backoff: { baseMs: 20, maxMs: 160 },
} as const satisfies RetryPolicy;

/**
 * Returns the reasons why DynamoDB cancelled a transaction, one per write. Returns an empty list for any
 * other error.
 */
function cancellationReasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
}

export function isRetryable(error: unknown): boolean {
  if (error instanceof TooManyConflictsError) return true;
  const cancellationReasons = cancellationReasonsOf(error);
  return (
    !cancellationReasons.includes(CONDITION_FAILED) &&
    cancellationReasons.some((reason) => RETRYABLE_REASONS.includes(reason))
  );
}

/** Thrown if all attempts of a transaction failed because of conflicts with other writes or throttling. */
export class TooManyConflictsError extends Error {
  /** Whether it is certain that no attempt was committed or will be committed later. */
  readonly isCertainlyUncommitted: boolean;

  constructor(cause: unknown, isCertainlyUncommitted: boolean) {
    super('All attempts of the DynamoDB transaction failed because of concurrent writes or throttling', {
      cause,
    });
    this.isCertainlyUncommitted = isCertainlyUncommitted;
  }
}

/**
 * Returns whether the client sent the request only once. If the client sent it several times, DynamoDB may
 * still execute an earlier one of these requests.
 */
export function wasRequestSentOnce(error: unknown): boolean {
  return error instanceof DynamoDBServiceException && error.$metadata.attempts === 1;
}

/**
 * Sends a transaction that takes effect at most once, because all its requests have the same client request token.
 * If an earlier request is still in progress, repeats the request until its result is known.
 */
async function sendIdempotently(table: Table, TransactItems: TransactItem[]): Promise<void> {
  const command = new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() });
  const isTransactionInProgressError = (error: unknown) => error instanceof TransactionInProgressException;
  await retry({ ...CONFLICT_RETRY_POLICY, isRetryable: isTransactionInProgressError }, () =>
    table.client.send(command),
  );
}

/**
 * Commits all writes or none of them. After conflicts and throttling, it retries with increasing pauses.
 *
 * @param findFailedConditions runs before each retry and returns the indexes of writes whose condition can no longer hold;
 * any such write ends the retries
 * @returns whether the writes were committed; if not, the indexes of the writes whose condition failed
 * @throws TooManyConflictsError after the last attempt; any other error of DynamoDB
 */
export async function transactIf(
  table: Table,
  writes: readonly Write[],
  findFailedConditions?: () => Promise<readonly number[]>,
): Promise<TransactResult> {
  const TransactItems = writes.map((write) => withTableName(write, table.name));
  let attemptCount = 0;
  let isOutcomeCertain = true;
  const canRetry = (error: unknown) => {
    isOutcomeCertain &&= wasRequestSentOnce(error);
    return isRetryable(error);
  };
  try {
    return await retry({ ...CONFLICT_RETRY_POLICY, isRetryable: canRetry }, async () => {
      attemptCount += 1;
      const failedIndexes = attemptCount === 1 ? [] : ((await findFailedConditions?.()) ?? []);
      if (failedIndexes.length > 0) return { committed: false, failedWriteIndexes: failedIndexes } as const;
      await sendIdempotently(table, TransactItems);
      return { committed: true } as const;
    });
  } catch (error) {
    if (isRetryable(error)) throw new TooManyConflictsError(error, isOutcomeCertain);
    const failedWriteIndexes = cancellationReasonsOf(error).flatMap((reason, index) =>
      reason === CONDITION_FAILED ? [index] : [],
    );
    if (failedWriteIndexes.length === 0) throw error;
    return { committed: false, failedWriteIndexes };
  }
}
