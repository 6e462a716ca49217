import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './client.ts';
import { pauseBelow } from './pause.ts';

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

/** Cancellations for which the same transaction may succeed a moment later. */
export const PASSING_REASONS: readonly string[] = [
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/** Enough for many writers of one counter; the pauses come to a second and a half at most. */
const ATTEMPTS_MAX = 12;
const BACKOFF_BASE_MS = 10;
const BACKOFF_MAX_MS = 160;

/**
 * All writes or none. Another transaction on one of the items, and a table at its limit, are waited out with growing
 * pauses; every other reason is thrown.
 */
export async function transactIf(table: Table, writes: readonly Write[]): Promise<TransactResult> {
  const TransactItems = writes.map((write) => named(write, table.name));
  for (let attempt = 1; ; attempt++) {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems }));
      return { held: true };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
      const failed = codes.flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
      if (failed.length > 0) return { held: false, failed };
      const isPassing = codes.some((code) => PASSING_REASONS.includes(code));
      if (!isPassing || attempt === ATTEMPTS_MAX) throw error;
      await pauseBelow(Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** attempt));
    }
  }
}
