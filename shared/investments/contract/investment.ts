export const INVESTMENT_STATUSES = ['active', 'closed'] as const;
/** An adjustment is a correction by an operator. */
export const LEDGER_ENTRY_TYPES = ['deposit', 'withdrawal', 'adjustment'] as const;
/**
 * Types of changes of a wallet's vault shares. A rebase changes the balance without a transfer. An opening
 * balance is the number of shares that the wallet had when the service began to record its events.
 */
export const CHAIN_EVENT_TYPES = [
  'deposit',
  'withdrawal',
  'transfer_in',
  'transfer_out',
  'rebase',
  'opening_balance',
] as const;
export const TRANSACTION_TYPES = [
  'deposit',
  'withdrawal',
  'adjustment',
  'transfer_in',
  'transfer_out',
  'rebase',
  'opening_balance',
] as const;
export const TRANSACTION_SOURCES = ['transaction', 'external'] as const;
/**
 * Statuses of a transaction in the history. The history contains an on-chain transaction only after a block contains
 * it.
 */
export const ENTRY_STATUSES = ['included', 'confirmed', 'reversed'] as const;
export type EntryType = (typeof LEDGER_ENTRY_TYPES)[number];
export type ChainEventType = (typeof CHAIN_EVENT_TYPES)[number];
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

/** Settlements by which the list of transactions can be filtered. */
export const TRANSACTION_SETTLEMENTS = ['onchain', 'sandbox'] as const;
export const VAULT_TRANSACTION_TYPES = ['deposit', 'withdrawal'] as const;
/**
 * States of an on-chain transaction. The API calls the state `status`. domain/onchain/states.ts defines the
 * transitions.
 */
export const VAULT_TRANSACTION_STATES = [
  'pending',
  'submitted',
  'expired',
  'cancelled',
  'failed',
  'included',
  'confirmed',
  'reversed',
] as const;
/** Maximum number of an account's transactions in state `pending` or `submitted` on one chain. */
export const OPEN_TRANSACTIONS_MAX = 100;
export const VAULT_TRANSACTION_FAILURES = ['reverted', 'no_effect', 'replaced'] as const;
export const STEP_TYPES = ['approve', 'permit', 'deposit', 'withdraw', 'redeem'] as const;

/**
 * Returns whether a list is requested newest first. Investments are stored in this order, and cursors work only with
 * this order.
 */
export function isNewestFirst({
  sort,
  order,
}: {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
}) {
  return (sort ?? 'created_at') === 'created_at' && order !== 'asc';
}
