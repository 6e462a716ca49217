import { textParam } from '../../platform/contract/query.ts';

export const INVESTMENT_STATUSES = ['active', 'closed'] as const;
/** An adjustment is an operator's, with a reason: a write-down, a correction, a reversal. */
export const TRANSACTION_TYPES = ['deposit', 'withdrawal', 'adjustment'] as const;
export const SETTLEMENTS = ['onchain', 'sandbox', 'none'] as const;
export const TRANSACTION_STATUSES = ['pending', 'confirmed', 'failed'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** An id of a strategy or an investment, which may be of none. */
export const idParam = textParam(128);
