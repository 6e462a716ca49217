export const INVESTMENT_STATUSES = ['active', 'closed'] as const;
/**
 * Types of ledger entries. An operator makes an adjustment, with a reason: a write-down, a correction or a reversal.
 */
export const ENTRY_TYPES = ['deposit', 'withdrawal', 'adjustment'] as const;
/**
 * What happens to a wallet's shares of a vault. A rebase is a change of the balance without an event. An opening
 * balance is what the wallet held before it was followed.
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
export const TRANSACTION_STATUSES = ['pending', 'confirmed', 'failed'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];
export type ChainEventType = (typeof CHAIN_EVENT_TYPES)[number];
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const INTENT_TYPES = ['deposit', 'withdrawal'] as const;
/** Where a deposit or withdrawal on a chain stands (see domain/onchain/states.ts for what leads where). */
export const INTENT_STATES = [
  'pending',
  'submitted',
  'expired',
  'cancelled',
  'failed',
  'included',
  'confirmed',
  'reversed',
] as const;
/** Transactions that an account may have in `pending` or `submitted` on one chain at once. */
export const OPEN_TRANSACTIONS_MAX = 100;
export const INTENT_FAILURES = ['reverted', 'no_effect', 'replaced'] as const;
export const STEP_TYPES = ['approve', 'permit', 'deposit', 'withdraw', 'redeem'] as const;

/** Whether a request is for the order in which investments are stored, and the only one that no change affects. */
export function isNewestFirst({
  sort,
  order,
}: {
  readonly sort?: string | undefined;
  readonly order?: string | undefined;
}) {
  return (sort ?? 'created_at') === 'created_at' && order !== 'asc';
}
