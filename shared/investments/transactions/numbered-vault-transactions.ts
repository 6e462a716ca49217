import type { Table } from '../../platform/dynamodb/client.ts';
import { TooManyConflictsError, transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { type RetryPolicy, retry } from '../../platform/retry.ts';
import { readVaultTransactionCount } from '../store/account-vault-transactions.ts';
import { LIST_WRITE_INDEX, VAULT_TRANSACTION_WRITE_INDEX } from '../store/vault-transactions.ts';

/** Another vault transaction of the account has taken the number of the new vault transaction. Nothing was stored. */
class NumberTakenError extends TooManyConflictsError {
  constructor(account: string) {
    super(new Error(`Others were given the next numbers of ${account}`), true);
  }
}

/** Enough for 60 concurrent requests of one account, in at most 10 seconds. */
const NUMBER_RETRIES = {
  attempts: 120,
  backoff: { baseMs: 20, maxMs: 160 },
  isRetryable: (error: unknown) => error instanceof NumberTakenError,
} as const satisfies RetryPolicy;

/**
 * Stores new vault transactions of an account, numbered without gaps after the account's last vault transaction.
 *
 * @param writesForNumber returns the writes for a given first number. The writes of the vault transaction with this
 * number come first.
 * @param responseWrites the write that stores the response under the idempotency key, if any
 * @returns false if nothing was stored because a condition failed for a reason other than a taken number, such as
 * a used idempotency key
 * @throws TooManyConflictsError when conflicts lasted until the last attempt
 */
export function storeNumberedVaultTransactions(
  table: Table,
  account: string,
  writesForNumber: (firstNumber: number) => readonly Write[] | Promise<readonly Write[]>,
  responseWrites: readonly Write[] = [],
): Promise<boolean> {
  return retry(NUMBER_RETRIES, async () => {
    const lastNumber = await readVaultTransactionCount(table, account);
    const writes = [...(await writesForNumber(lastNumber + 1)), ...responseWrites];
    const findConflictingWrites = async () =>
      (await readVaultTransactionCount(table, account)) > lastNumber ? [LIST_WRITE_INDEX] : [];
    const result = await transactIf(table, writes, findConflictingWrites);
    // The id is random. If the id is already stored, an earlier attempt has stored the vault transaction, but the
    // database's answer was lost.
    if (result.committed || result.failedWriteIndexes.includes(VAULT_TRANSACTION_WRITE_INDEX)) return true;
    const isClaimTaken = responseWrites.length > 0 && result.failedWriteIndexes.includes(writes.length - 1);
    if (!isClaimTaken && result.failedWriteIndexes.includes(LIST_WRITE_INDEX))
      throw new NumberTakenError(account);
    return false;
  });
}
