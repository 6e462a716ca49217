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
  if (error instanceof StillBusy) return true;
  const reasons = reasonsOf(error);
  return !reasons.includes(REFUSED) && reasons.some((reason) => PASSING_REASONS.includes(reason));
}

/** Thrown when others were in the way of a transaction until its tries were used up. */
export class StillBusy extends Error {
  /** Whether it is certain that none of the tries was, or will yet be, carried out. */
  readonly settled: boolean;

  constructor(cause: unknown, settled: boolean) {
    super('Others were in the way of the transaction until its tries were used up', { cause });
    this.settled = settled;
  }
}

/**
 * Whether an error is the answer of the only time that the client has sent a request. Where it has repeated it by itself,
 * one that was given up may yet be carried out.
 */
export function wasSentOnce(error: unknown): boolean {
  return error instanceof DynamoDBServiceException && error.$metadata.attempts === 1;
}

/**
 * Sends a transaction that takes effect at most once. When an answer is late, the client repeats the transaction and
 * may learn that the first one is still in progress. Sending it again with the same token then returns its outcome.
 */
async function sendOnce(table: Table, TransactItems: TransactItem[]): Promise<void> {
  const command = new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() });
  const isInProgress = (error: unknown) => error instanceof TransactionInProgressException;
  await retry({ ...CONFLICT_RETRIES, isPassing: isInProgress }, () => table.client.send(command));
}

/**
 * All writes or none. Another transaction on one of the items, and a table at its limit, are waited out with growing
 * pauses; every other reason is thrown, and StillBusy once the tries are used up.
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
