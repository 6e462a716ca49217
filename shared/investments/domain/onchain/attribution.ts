import type { VaultTransactionState } from './states.ts';
import { findTransition } from './states.ts';

/** The fields of a vault transaction that decide whether a vault event belongs to it. */
export interface AttributableVaultTransaction {
  readonly id: string;
  readonly owner_id: string;
  readonly code: string;
  readonly state: VaultTransactionState;
  readonly type: 'deposit' | 'withdrawal';
  readonly vault: string;
  readonly wallet: string;
  /** Base units of the asset as decimal text. Null for a withdrawal of everything, which has `shares` instead. */
  readonly assets: string | null;
  readonly shares: string | null;
  readonly hashes: readonly string[];
}

/**
 * A vault's event for one wallet (`owner`). Addresses are in lower case, amounts unsigned.
 * A deposit that another address paid has the kind `transfer`, so that it completes no vault transaction. The payer may
 * have copied the attribution code.
 */
export interface AttributableEvent {
  readonly kind: 'deposit' | 'withdrawal' | 'transfer';
  readonly vault: string;
  readonly owner: string;
  readonly assets: bigint;
  readonly shares: bigint;
  readonly transactionHash: string;
}

/** Returns the vault transactions that an event may belong to. */
export function findVaultTransactionsForEvent<T extends AttributableVaultTransaction>(
  event: AttributableEvent,
  vaultTransactions: readonly T[],
): T[] {
  return vaultTransactions.filter(
    ({ state, type, vault, wallet }) =>
      type === event.kind &&
      vault === event.vault &&
      wallet === event.owner &&
      findTransition(state, 'log') !== undefined,
  );
}

/**
 * Returns the open vault transaction with the first matching code; undefined if no code matches. Does not compare
 * amounts, because a redeem may pay less than requested.
 * @param attributionCodes attribution codes in the input of the chain transaction, in order
 * @param openVaultTransactions the vault transactions that the event may belong to
 */
export function findVaultTransactionByCode<T extends AttributableVaultTransaction>(
  attributionCodes: readonly string[],
  openVaultTransactions: readonly T[],
): T | undefined {
  return attributionCodes.flatMap(
    (code) => openVaultTransactions.find((vaultTransaction) => vaultTransaction.code === code) ?? [],
  )[0];
}

/**
 * Returns the vault transactions that have the event's amount and for which the account reported the event's
 * transaction hash. Use the result only if no attribution code matches and the account has proved to control the
 * wallet.
 * @param openVaultTransactions the vault transactions that the event may belong to
 */
export function findVaultTransactionsByHash<T extends AttributableVaultTransaction>(
  event: AttributableEvent,
  openVaultTransactions: readonly T[],
): T[] {
  return openVaultTransactions.filter(
    ({ hashes, assets, shares }) =>
      hashes.includes(event.transactionHash) &&
      (assets === null ? shares === String(event.shares) : assets === String(event.assets)),
  );
}
