import type { Hex } from '../../chain/multicall.ts';
import { ApiError, invalidRequestError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import type { Reply } from '../../platform/request.ts';
import { RetryableError, type RetryPolicy, retry } from '../../platform/retry.ts';
import { findTransition, type VaultTransactionState } from '../domain/onchain/states.ts';
import { toVaultTransactionView } from '../domain/onchain/view.ts';
import { readOwnEntry } from '../read-own-entry.ts';
import {
  buildVaultTransactionUpdateWrites,
  readVaultTransaction,
  type VaultTransaction,
} from '../store/vault-transactions.ts';
import { withTooManyTransactionsError } from '../too-many-transactions.ts';

/**
 * Reads one of the account's vault transactions.
 *
 * @throws ApiError transaction_not_found, also for a vault transaction of another account
 */
export async function readOwnVaultTransaction(
  table: Table,
  ownerId: string,
  id: string,
): Promise<VaultTransaction> {
  const vaultTransaction = await readVaultTransaction(table, id);
  if (vaultTransaction === undefined || vaultTransaction.owner_id !== ownerId)
    throw new ApiError('transaction_not_found');
  return vaultTransaction;
}

/** Advice for the error message: what the caller can do about a transaction in this state. */
function adviceForState(state: VaultTransactionState): string {
  if (state === 'pending' || state === 'submitted' || state === 'included')
    return 'GET /investments/transactions/{id} shows the current status of the transaction.';
  // A wallet may still send steps that it signed earlier. With a second transaction, the money could then be deposited
  // twice.
  if (state === 'expired' || state === 'cancelled')
    return 'Request a new transaction only when may_still_execute is false. Otherwise, the chain could execute the old and the new transaction. If the wallet never signed the deposit or withdrawal step, call POST /investments/transactions/{id}/cancel with {"never_signed": true}. If the wallet signed this step, let the wallet send any other chain transaction with the same nonce, which replaces it.';
  return 'To deposit or withdraw again, request a new transaction.';
}

/** Returns the error for a transaction whose state no longer allows a change. */
export function transactionNotOpenError(state: VaultTransactionState): ApiError {
  const message = `This transaction is ${state} and can no longer be changed. ${adviceForState(state)}`;
  return new ApiError('transaction_not_open', { message, details: { status: state } });
}

/**
 * Reads the caller's vault transaction in order to change it. A sandbox entry cannot be changed.
 *
 * @throws ApiError transaction_not_found, also for a transaction of another account; transaction_not_open for
 * a sandbox entry
 */
export async function readChangeableVaultTransaction(
  table: Table,
  ownerId: string,
  id: string,
): Promise<VaultTransaction> {
  if ((await readOwnEntry(table, ownerId, id)) === undefined)
    return readOwnVaultTransaction(table, ownerId, id);
  throw new ApiError('transaction_not_open', {
    message:
      'Sandbox transactions are confirmed at once. This transaction cannot be cancelled, and it needs no signature and no hash.',
    details: { status: 'confirmed' },
  });
}

/** The watcher may change the vault transaction between the read and the write. */
const CHANGE_RETRY_POLICY: RetryPolicy = { attempts: 5 };

/**
 * Changes one of the caller's vault transactions and returns its public view. Writes nothing if `change` returns the
 * vault transaction unchanged.
 *
 * @throws ApiError transaction_not_found, too_many_transactions, and the errors of `change`
 */
export async function changeVaultTransaction(
  table: Table,
  ownerId: string,
  id: string,
  change: (vaultTransaction: VaultTransaction) => VaultTransaction,
): Promise<Reply> {
  return retry(CHANGE_RETRY_POLICY, async () => {
    const vaultTransactionBefore = await readChangeableVaultTransaction(table, ownerId, id);
    const vaultTransactionAfter = change(vaultTransactionBefore);
    if (vaultTransactionAfter === vaultTransactionBefore)
      return { data: toVaultTransactionView(vaultTransactionBefore) };
    const { committed: isCommitted } = await withTooManyTransactionsError(() =>
      transactIf(table, buildVaultTransactionUpdateWrites(vaultTransactionBefore, vaultTransactionAfter)),
    );
    if (isCommitted) return { data: toVaultTransactionView(vaultTransactionAfter) };
    throw new RetryableError(`The vault transaction ${id} was changed by others`);
  });
}

/**
 * Stores the hashes of a vault transaction's chain transactions, in the order of its steps. Repeated hashes and
 * hashes of replacement transactions are accepted.
 *
 * @throws ApiError transaction_not_found, transaction_not_open when the vault transaction is settled,
 * too_many_transactions
 */
export function submitVaultTransaction(
  table: Table,
  { ownerId, id, hashes, now }: { ownerId: string; id: string; hashes: readonly Hex[]; now: Date },
): Promise<Reply> {
  return changeVaultTransaction(table, ownerId, id, (vaultTransaction) => {
    const newHashes = hashes.filter((hash) => !vaultTransaction.hashes.includes(hash));
    // If the watcher has already found the chain transaction, there is nothing to store.
    const isAlreadyIncluded =
      vaultTransaction.included !== null && hashes.includes(vaultTransaction.included.hash);
    if (newHashes.length === 0 || isAlreadyIncluded) return vaultTransaction;
    const hashReportTransition = findTransition(vaultTransaction.state, 'hash');
    if (hashReportTransition === undefined) throw transactionNotOpenError(vaultTransaction.state);
    const allTransactionHashes = [...vaultTransaction.hashes, ...newHashes];
    if (allTransactionHashes.length > HASHES_PER_VAULT_TRANSACTION_MAX) {
      throw invalidRequestError([
        {
          path: 'body.hashes',
          message: `has too many hashes: a transaction can have at most ${HASHES_PER_VAULT_TRANSACTION_MAX}, including the hashes that you reported earlier`,
        },
      ]);
    }
    // The new chain transaction may have another nonce, so the stored nonce no longer applies.
    return {
      ...vaultTransaction,
      state: hashReportTransition.to,
      hashes: allTransactionHashes,
      nonce: null,
      updated_at_ms: now.getTime(),
    };
  });
}

/** Maximum number of hashes per vault transaction, including the hashes of replacement transactions. */
const HASHES_PER_VAULT_TRANSACTION_MAX = 20;

/**
 * The issue for `never_signed` if a node has returned the transaction of the last step. This proves that the wallet has
 * signed and sent the step.
 */
const ALREADY_SENT_ISSUE = {
  path: 'body.never_signed',
  message:
    'must be left out, because the wallet has already sent the deposit or withdrawal step; to stop this step, send another transaction with the same nonce from the wallet',
};

/**
 * Cancels a vault transaction that is not in a block yet.
 *
 * @param neverSigned whether the caller states that no wallet signed the vault step. If true, `may_still_execute`
 * becomes false, even if the vault transaction has already expired or was cancelled before.
 * @throws ApiError transaction_not_found, transaction_not_open, too_many_transactions; invalid_request if the wallet
 * has already sent the vault step
 */
export function cancelVaultTransaction(
  table: Table,
  { ownerId, id, neverSigned, now }: { ownerId: string; id: string; neverSigned: boolean; now: Date },
): Promise<Reply> {
  return changeVaultTransaction(table, ownerId, id, (vaultTransaction) => {
    const hasTransactionEnded =
      vaultTransaction.state === 'cancelled' || (vaultTransaction.state === 'expired' && neverSigned);
    const state = hasTransactionEnded
      ? vaultTransaction.state
      : findTransition(vaultTransaction.state, 'cancel')?.to;
    if (state === undefined) throw transactionNotOpenError(vaultTransaction.state);
    if (neverSigned && vaultTransaction.nonce !== null) throw invalidRequestError([ALREADY_SENT_ISSUE]);
    const may_still_execute = vaultTransaction.may_still_execute && !neverSigned;
    if (state === vaultTransaction.state && may_still_execute === vaultTransaction.may_still_execute)
      return vaultTransaction;
    return { ...vaultTransaction, state, may_still_execute, updated_at_ms: now.getTime() };
  });
}
