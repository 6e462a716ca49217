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
import { isThrottled } from './throttling.ts';
import { named, PASSING_REASONS, type Write, wasSentOnce } from './transact.ts';

/** How an attempt to commit ended, as far as can be known. */
export type CommitOutcome = { readonly kind: 'committed' } | CommitFailure;

/**
 * How an attempt failed. `settled` says that it was sent once: where the client has repeated it by itself, an answer is
 * that of one try, and another that was given up may yet be committed.
 */
export type CommitFailure =
  /**
   * Conditions of some writes did not hold. By the write's position: the item as it was found, where the write asked
   * for it and there is one.
   */
  | {
      readonly kind: 'refused';
      readonly found: ReadonlyMap<number, Item | undefined>;
      readonly settled: boolean;
    }
  /** Another transaction was in the way, or the table was at its limit. */
  | { readonly kind: 'busy'; readonly cause: unknown; readonly settled: boolean }
  /** The answer was lost: it may have been committed, or may yet be. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/**
 * What became of a request that failed with `error`. Throws what cannot be mended by trying again: a malformed
 * request, missing rights, a missing table, a mistake in our own code.
 */
export function commitFailureOf(error: unknown): CommitFailure {
  if (error instanceof TransactionCanceledException) {
    const reasons = error.CancellationReasons ?? [];
    const found = new Map<number, Item | undefined>();
    for (const [position, { Code, Item: item }] of reasons.entries()) {
      if (Code !== 'ConditionalCheckFailed') continue;
      found.set(position, item === undefined ? undefined : unmarshall(item));
    }
    if (found.size > 0) return { kind: 'refused', found, settled: wasSentOnce(error) };
    if (reasons.some(({ Code }) => PASSING_REASONS.includes(Code ?? '')))
      return { kind: 'busy', cause: error, settled: wasSentOnce(error) };
    throw error;
  }
  if (error instanceof TransactionConflictException || isThrottled(error)) {
    return { kind: 'busy', cause: error, settled: wasSentOnce(error) };
  }
  if (!isLost(error)) throw error;
  return { kind: 'unknown', cause: error };
}

/** Whether the request may have been carried out although its answer did not come, or came as a failure of theirs. */
function isLost(error: unknown): boolean {
  if (error instanceof TransactionInProgressException) return true;
  if (error instanceof DynamoDBServiceException) return error.$fault === 'server';
  // What the client throws of a connection carries its own metadata or a system error's code.
  return error instanceof Error && ('$metadata' in error || 'code' in error || error.name === 'TimeoutError');
}

/** Commits all of the writes or none. */
export async function commit(table: Table, writes: readonly Write[]): Promise<CommitOutcome> {
  const TransactItems = writes.map((write) => named(write, table.name));
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems }));
    return { kind: 'committed' };
  } catch (error) {
    return commitFailureOf(error);
  }
}
