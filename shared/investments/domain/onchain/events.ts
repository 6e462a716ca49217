import type { ChainEventType, EntryStatus } from '../../contract/investment.ts';
import type { ChainEntry } from './entry.ts';

/**
 * Number of events of each type that were added to a position. Events that were reversed later are included.
 */
export type EventCounts = Readonly<Record<ChainEventType, number>>;

export const ZERO_EVENT_COUNTS: EventCounts = {
  deposit: 0,
  withdrawal: 0,
  transfer_in: 0,
  transfer_out: 0,
  rebase: 0,
  opening_balance: 0,
};

/** Identifies an event of a vault position by its type and its number (from 1) among the events of this type. */
export interface EventReference {
  readonly type: ChainEventType;
  readonly number: number;
}

/** One event in the history of a vault position. Only its status and price can change. */
export interface ChainEvent extends EventReference {
  /** Number of the journal entry that added the event. Events of all types can be sorted by this number. */
  readonly sequence: number;
  readonly status: EntryStatus;
  readonly amounts: ChainEntry['amounts'];
  /**
   * Value of shares that moved without a payment, for example in a transfer. It is in base units of the asset, at the
   * share price of the block.
   */
  readonly worth: bigint;
  /** Time of the event's block, or the time of the previous event if that is later. */
  readonly atMs: number;
  readonly priceUsd?: number | undefined;
  /**
   * `transactionHash` and `block` are undefined if the shares changed without an event, for example by a
   * rebase.
   */
  readonly transactionHash?: string | undefined;
  readonly block?: number | undefined;
  /**
   * Id of the vault transaction that this event carries out. Undefined for an external transaction.
   */
  readonly vaultTransactionId?: string | undefined;
}

export function eventTypeOf({ kind, amounts }: Pick<ChainEntry, 'kind' | 'amounts'>): ChainEventType {
  if (kind === 'opening') return 'opening_balance';
  if (kind !== 'transfer') return kind;
  return amounts.shares < 0n ? 'transfer_out' : 'transfer_in';
}

export function addsEvent({ effect, amounts }: Pick<ChainEntry, 'effect' | 'amounts'>): boolean {
  return effect === 'pending' || effect === 'rebase' || (effect === 'opening' && amounts.shares !== 0n);
}

export function eventStatusAfter(effect: ChainEntry['effect']): EntryStatus {
  if (effect === 'pending') return 'included';
  return effect === 'void' || effect === 'reverse' ? 'reversed' : 'confirmed';
}

export function countEvent(counts: EventCounts, type: ChainEventType): EventCounts {
  return { ...counts, [type]: counts[type] + 1 };
}
