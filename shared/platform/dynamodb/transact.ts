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
type Unnamed<K extends keyof TransactItem> = Omit<NonNullable<TransactItem[K]>, 'TableName'>;

/** One write of a transaction, without the table's name. */
export type Write =
  | { readonly Put: Unnamed<'Put'> }
  | { readonly Update: Unnamed<'Update'> }
  | { readonly Delete: Unnamed<'Delete'> }
  | { readonly ConditionCheck: Unnamed<'ConditionCheck'> };

/** Adds the table's name to a write, as DynamoDB expects it. */
export function named(write: Write, TableName: string): TransactItem {
  if ('Put' in write) return { Put: { TableName, ...write.Put } };
  if ('Update' in write) return { Update: { TableName, ...write.Update } };
  if ('Delete' in write) return { Delete: { TableName, ...write.Delete } };
  return { ConditionCheck: { TableName, ...write.ConditionCheck } };
}

export type TransactResult =
  | { readonly held: true }
  /** Indexes of the writes whose condition failed. Nothing was written. */
  | { readonly held: false; readonly failed: readonly number[] };

const REFUSED = 'ConditionalCheckFailed';

/** Reasons of a cancelled transaction after which a retry may succeed. */
export const PASSING_REASONS: readonly string[] = [
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/**
 * Enough for 30 concurrent writers of the same item on a slow database. All pauses together take at most 6
 * seconds.
 */
export const CONFLICT_RETRIES = {
  attempts: 40,
  backoff: { baseMs: 20, maxMs: 160 },
} as const satisfies RetryPolicy;

/** Why DynamoDB cancelled each write of a transaction; empty for any other error. */
function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
}

/** Whether a retry of a cancelled transaction may succeed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof StillBusy) return true;
  const reasons = reasonsOf(error);
  return !reasons.includes(REFUSED) && reasons.some((reason) => PASSING_REASONS.includes(reason));
}

/** Thrown when a transaction conflicted with others in all attempts. */
export class StillBusy extends Error {
  /** Whether it is certain that no attempt was committed, or still can be. */
  readonly settled: boolean;

  constructor(cause: unknown, settled: boolean) {
    super('Others were in the way of the transaction until its tries were used up', { cause });
    this.settled = settled;
  }
}

/**
 * Whether the client sent the request only once. If it repeated the request, an earlier one may still be
 * executed.
 */
export function wasSentOnce(error: unknown): boolean {
  return error instanceof DynamoDBServiceException && error.$metadata.attempts === 1;
}

/**
 * Sends a transaction that takes effect at most once.
 * If an answer is late, the client repeats the transaction and may learn that the first one is still in
 * progress. A repetition with the same token then returns the outcome of the first.
 */
async function sendOnce(table: Table, TransactItems: TransactItem[]): Promise<void> {
  const command = new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() });
  const isInProgress = (error: unknown) => error instanceof TransactionInProgressException;
  await retry({ ...CONFLICT_RETRIES, isPassing: isInProgress }, () => table.client.send(command));
}

/**
 * Commits all writes or none. Retries conflicts and throttling with increasing pauses.
 *
 * @param lookAgain runs before each retry and returns the indexes of writes whose condition can no longer
 * hold. It stops useless retries once another writer has the item.
 * @returns whether all conditions held, and which failed
 * @throws StillBusy after the last attempt; any other error of DynamoDB
 */
export async function transactIf(
  table: Table,
  writes: readonly Write[],
  lookAgain?: () => Promise<readonly number[]>,
): Promise<TransactResult> {
  const TransactItems = writes.map((write) => named(write, table.name));
  let tries = 0;
  let settled = true;
  const mayPass = (error: unknown) => {
    settled &&= wasSentOnce(error);
    return isPassing(error);
  };
  try {
    return await retry({ ...CONFLICT_RETRIES, isPassing: mayPass }, async () => {
      tries += 1;
      const failed = tries === 1 ? [] : ((await lookAgain?.()) ?? []);
      if (failed.length > 0) return { held: false, failed } as const;
      await sendOnce(table, TransactItems);
      return { held: true } as const;
    });
  } catch (error) {
    if (isPassing(error)) throw new StillBusy(error, settled);
    const failed = reasonsOf(error).flatMap((reason, index) => (reason === REFUSED ? [index] : []));
    if (failed.length === 0) throw error;
    return { held: false, failed };
  }
}
