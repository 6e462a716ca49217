import {
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from './batch.ts';
import type { Table } from './client.ts';
import { isThrottlingError } from './throttling.ts';
import { RETRYABLE_REASONS, type Write, wasRequestSentOnce, withTableName } from './transact.ts';

/** The known outcome of an attempt to commit a transaction. */
export type CommitOutcome = { readonly kind: 'committed' } | CommitFailure;

/**
 * The reason why an attempt failed. If `settled` is false, the transaction may still be committed, because the AWS SDK
 * sent the request more than once.
 */
export type CommitFailure =
  /**
   * The conditions of some writes failed. `found` maps the index of each of these writes to the stored item. The item
   * is undefined if it does not exist, or if the write does not ask DynamoDB to return it.
   */
  | {
      readonly kind: 'refused';
      readonly found: ReadonlyMap<number, Item | undefined>;
      readonly settled: boolean;
    }
  /** The attempt conflicted with another transaction on the same items, or the table was throttled. */
  | { readonly kind: 'busy'; readonly cause: unknown; readonly settled: boolean }
  /** There was no response. The transaction may already be committed, or may be committed later. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/**
 * Returns the outcome of a request that failed with `error`.
 *
 * @throws `error` itself if a retry cannot help: an invalid request, missing permissions, a missing table, or
 * a programming error
 */
export function toCommitFailure(error: unknown): CommitFailure {
  if (error instanceof TransactionCanceledException) {
    const cancellationReasons = error.CancellationReasons ?? [];
    const failedItems = new Map<number, Item | undefined>();
    for (const [position, { Code, Item: item }] of cancellationReasons.entries()) {
      if (Code !== 'ConditionalCheckFailed') continue;
      failedItems.set(position, item === undefined ? undefined : unmarshall(item));
    }
    if (failedItems.size > 0)
      return { kind: 'refused', found: failedItems, settled: wasRequestSentOnce(error) };
    if (cancellationReasons.some(({ Code }) => RETRYABLE_REASONS.includes(Code ?? '')))
      return { kind: 'busy', cause: error, settled: wasRequestSentOnce(error) };
    throw error;
  }
  if (error instanceof TransactionConflictException || isThrottlingError(error)) {
    return { kind: 'busy', cause: error, settled: wasRequestSentOnce(error) };
  }
  if (!isOutcomeUnknown(error)) throw error;
  return { kind: 'unknown', cause: error };
}

/**
 * Returns whether DynamoDB may have executed the request although the client got no response or a server error.
 */
function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof TransactionInProgressException) return true;
  if (error instanceof DynamoDBServiceException) return error.$fault === 'server';
  // A connection error of the SDK has `$metadata` or the `code` of a system error.
  return error instanceof Error && ('$metadata' in error || 'code' in error || error.name === 'TimeoutError');
}

export async function commit(table: Table, writes: readonly Write[]): Promise<CommitOutcome> {
  const TransactItems = writes.map((write) => withTableName(write, table.name));
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems }));
    return { kind: 'committed' };
  } catch (error) {
    return toCommitFailure(error);
  }
}
