import type { Table } from '../../platform/dynamodb/client.ts';
import { TooManyConflictsError, transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { type RetryPolicy, retry } from '../../platform/retry.ts';
import { readVaultTransactionCount } from '../store/account-vault-transactions.ts';
import { ACCOUNT_LIST_WRITE_INDEX, VAULT_TRANSACTION_WRITE_INDEX } from '../store/vault-transactions.ts';

/** Thrown if another vault transaction of the account has taken the intended number. Nothing was stored. */
class TransactionNumberTakenError extends TooManyConflictsError {
  constructor(account: string) {
    super(new Error(`Others were given the next numbers of ${account}`), true);
  }
}

/** Enough attempts for 60 concurrent requests of one account. */
const NUMBERING_RETRIES = {
  attempts: 120,
  backoff: { baseMs: 20, maxMs: 160 },
  isRetryable: (error: unknown) => error instanceof TransactionNumberTakenError,
} as const satisfies RetryPolicy;

/**
 * Stores new vault transactions of an account, numbered without gaps after the account's last vault transaction.
 *
 * @param writesForNumber returns the writes of the vault transactions, which are numbered from `firstNumber`. The
 * writes of the first vault transaction come first.
 * @param responseWrites the write that stores the response under the idempotency key, if any
 * @returns false if nothing was stored, for example because the idempotency key is already used
 * @throws TooManyConflictsError when conflicts lasted until the last attempt
 */
export function storeNumberedVaultTransactions(
  table: Table,
  account: string,
  writesForNumber: (firstNumber: number) => readonly Write[] | Promise<readonly Write[]>,
  responseWrites: readonly Write[] = [],
): Promise<boolean> {
  return retry(NUMBERING_RETRIES, async () => {
    const lastTransactionNumber = await readVaultTransactionCount(table, account);
    const writes = [...(await writesForNumber(lastTransactionNumber + 1)), ...responseWrites];
    const recheckConditions = async () =>
      (await readVaultTransactionCount(table, account)) > lastTransactionNumber
        ? [ACCOUNT_LIST_WRITE_INDEX]
        : [];
    const result = await transactIf(table, writes, recheckConditions);
    // The id is random, so a stored vault transaction with this id comes from an earlier attempt whose answer was lost.
    if (result.committed || result.failedWriteIndexes.includes(VAULT_TRANSACTION_WRITE_INDEX)) return true;
    const isIdempotencyClaimTaken =
      responseWrites.length > 0 && result.failedWriteIndexes.includes(writes.length - 1);
    if (!isIdempotencyClaimTaken && result.failedWriteIndexes.includes(ACCOUNT_LIST_WRITE_INDEX))
      throw new TransactionNumberTakenError(account);
    return false;
  });
}
