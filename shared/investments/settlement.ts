import type { TransactionStatus } from './contract.ts';
import type { Denomination, Order } from './domain/booking.ts';

/** A movement that is about to be booked. */
export interface SettlementIntent {
  readonly transactionId: string;
  readonly ownerId: string;
  readonly denomination: Denomination;
  readonly order: Order;
}

/** How far the money has moved when the entry is booked. */
export interface Settled {
  readonly status: TransactionStatus;
}

/**
 * How money reaches a strategy and comes back. The ledger books what this says has happened; an implementation for
 * an ERC-4626 vault would hand out the unsigned transactions, book `pending`, and confirm or fail from the receipt.
 */
export interface Settlement {
  /** Called once for each attempt, before anything is written; it must be harmless to repeat for one transaction id. */
  settle(intent: SettlementIntent): Promise<Settled>;
}

/** The books are the settlement: a movement is final the moment its entry is committed. */
export const ledgerSettlement: Settlement = {
  settle: async () => ({ status: 'confirmed' }),
};
