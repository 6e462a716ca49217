import type { ChainEventType, TransactionStatus } from '../../contract/investment.ts';
import type { ChainEntry } from './entry.ts';

/** How many events of each type a position has ever had, whatever became of them. */
export type EventCounts = Readonly<Record<ChainEventType, number>>;

export const NO_EVENTS: EventCounts = {
  deposit: 0,
  withdrawal: 0,
  transfer_in: 0,
  transfer_out: 0,
  rebase: 0,
  opening_balance: 0,
};

/** Where an event is among those of its position: in the list of its type, numbered from 1 without a gap. */
export interface EventPlace {
  readonly type: ChainEventType;
  readonly number: number;
}

/** One line of a position's history: what a vault did for a wallet. Only its status and price ever change. */
export interface ChainEvent extends EventPlace {
  /** Of the entry with which it came: events of all types in the order in which they were listed. */
  readonly sequence: number;
  readonly status: TransactionStatus;
  readonly amounts: ChainEntry['amounts'];
  /** Base units that shares without a payment were worth at their block (see ChainEntry). */
  readonly worth: bigint;
  /** When it happened, by its block, and never before the one that was listed before it. */
  readonly atMs: number;
  readonly priceUsd?: number | undefined;
  /** Both are undefined for a change of shares without an event. */
  readonly transactionHash?: string | undefined;
  readonly block?: number | undefined;
  /** The intent that this event carries out, of any account; undefined for an external transaction. */
  readonly intentId?: string | undefined;
}

/** The event type for a change of a position's shares. */
export function eventTypeOf({ kind, amounts }: Pick<ChainEntry, 'kind' | 'amounts'>): ChainEventType {
  if (kind === 'opening') return 'opening_balance';
  if (kind !== 'transfer') return kind;
  return amounts.shares < 0n ? 'transfer_out' : 'transfer_in';
}

/** Whether an entry is the first of an event, with which it comes into the history. An empty opening balance is none. */
export function beginsEvent({ effect, amounts }: Pick<ChainEntry, 'effect' | 'amounts'>): boolean {
  return effect === 'pending' || effect === 'rebase' || (effect === 'opening' && amounts.shares !== 0n);
}

/** What an entry makes of its event's status. */
export function statusAfter(effect: ChainEntry['effect']): TransactionStatus {
  if (effect === 'pending') return 'pending';
  return effect === 'void' || effect === 'reverse' ? 'failed' : 'confirmed';
}

/** The counts with one more. */
export function withEvent(counts: EventCounts, type: ChainEventType): EventCounts {
  return { ...counts, [type]: counts[type] + 1 };
}
