import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Table } from './client.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** DynamoDB's own limit on the items of one transaction. */
export const TRANSACTION_ITEMS_MAX = 100;

/** With full jitter below, some two seconds in the worst case: within what a caller waits for. */
const ATTEMPTS_MAX = 10;
const BACKOFF_BASE_MS = 20;
const BACKOFF_MAX_MS = 400;

/** Reasons for which the same transaction may succeed a moment later. */
const PASSING_REASONS: readonly string[] = [
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/** A precondition did not hold, so nothing was written. */
export class ConditionFailed extends Error {
  /** Positions of the items whose conditions failed, in the order of the transaction. */
  readonly positions: readonly number[];

  constructor(positions: readonly number[], cause: unknown) {
    super(`The conditions of items ${positions.join(', ')} did not hold`, { cause });
    this.name = 'ConditionFailed';
    this.positions = positions;
  }
}

/** Whether to try again; throws what is final. */
function isPassing(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
  const failed = codes.flatMap((code, position) => (code === 'ConditionalCheckFailed' ? [position] : []));
  if (failed.length > 0) throw new ConditionFailed(failed, error);
  return codes.some((code) => PASSING_REASONS.includes(code));
}

/** Runs `write` until no other writer is in its way, with growing random pauses. */
export async function untilNoConflict<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isPassing(error) || attempt === ATTEMPTS_MAX) throw error;
      await sleep(Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** attempt));
    }
  }
}

/**
 * Writes all of the items or none. The token makes a repeat after a time-out harmless: what was committed is not
 * written twice.
 *
 * @throws ConditionFailed when a precondition does not hold
 */
export async function transact(table: Table, items: readonly TransactItem[]): Promise<void> {
  const ClientRequestToken = randomUUID();
  await untilNoConflict(() =>
    table.client.send(new TransactWriteCommand({ TransactItems: [...items], ClientRequestToken })),
  );
}
