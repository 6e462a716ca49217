export const INVESTMENT_STATUSES = ['active', 'closed'] as const;
/** An adjustment is an operator's, with a reason: a write-down, a correction, a reversal. */
export const TRANSACTION_TYPES = ['deposit', 'withdrawal', 'adjustment'] as const;
export const TRANSACTION_STATUSES = ['pending', 'confirmed', 'failed'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

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
export const INTENT_FAILURES = ['reverted', 'replaced'] as const;
export const STEP_TYPES = ['approve', 'permit', 'deposit', 'withdraw', 'redeem'] as const;
