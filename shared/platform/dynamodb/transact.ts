import { randomUUID } from 'node:crypto';
import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
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

/** The write with its table, as the database takes it. */
export function named(write: Write, TableName: string): TransactItem {
  if ('Put' in write) return { Put: { TableName, ...write.Put } };
  if ('Update' in write) return { Update: { TableName, ...write.Update } };
  if ('Delete' in write) return { Delete: { TableName, ...write.Delete } };
  return { ConditionCheck: { TableName, ...write.ConditionCheck } };
}

export type TransactResult =
  | { readonly held: true }
  /** Positions of the writes whose condition failed; nothing was written. */
  | { readonly held: false; readonly failed: readonly number[] };

const REFUSED = 'ConditionalCheckFailed';

/** Cancellations for which the same transaction may succeed a moment later. */
export const PASSING_REASONS: readonly string[] = [
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/** Enough for thirty at once who want the same item, on a slow day; the pauses come to six seconds at most. */
export const CONFLICT_RETRIES = {
  attempts: 40,
  backoff: { baseMs: 20, maxMs: 160 },
} as const satisfies RetryPolicy;

/** Why each write of a cancelled transaction was not made; empty for every other error. */
function reasonsOf(error: unknown): readonly string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
}

/** Whether a transaction was cancelled for nothing but what may be over a moment later. */
export function isPassing(error: unknown): boolean {
  const reasons = reasonsOf(error);
  return !reasons.includes(REFUSED) && reasons.some((reason) => PASSING_REASONS.includes(reason));
}

/**
 * Sends a transaction that is carried out once at most. The client repeats one whose answer is late, and is told that
 * the first is still at it: then asking again by the same token says what became of it.
 */
async function sendOnce(table: Table, TransactItems: TransactItem[]): Promise<void> {
  const command = new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() });
  const isInProgress = (error: unknown) => error instanceof TransactionInProgressException;
  await retry({ ...CONFLICT_RETRIES, isPassing: isInProgress }, () => table.client.send(command));
}

/**
 * All writes or none. Another transaction on one of the items, and a table at its limit, are waited out with growing
 * pauses; every other reason is thrown.
 *
 * @param lookAgain asked before each further try: the positions of writes whose condition cannot hold any more, so that
 * many who want the same item do not go on meeting once one of them has it
 */
export async function transactIf(
  table: Table,
  writes: readonly Write[],
  lookAgain?: () => Promise<readonly number[]>,
): Promise<TransactResult> {
  const TransactItems = writes.map((write) => named(write, table.name));
  let tries = 0;
  try {
    return await retry({ ...CONFLICT_RETRIES, isPassing }, async () => {
      tries += 1;
      const failed = tries === 1 ? [] : ((await lookAgain?.()) ?? []);
      if (failed.length > 0) return { held: false, failed } as const;
      await sendOnce(table, TransactItems);
      return { held: true } as const;
    });
  } catch (error) {
    const failed = reasonsOf(error).flatMap((reason, index) => (reason === REFUSED ? [index] : []));
    if (failed.length === 0) throw error;
    return { held: false, failed };
  }
}
