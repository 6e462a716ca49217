import type { EntryStatus, EntryType } from '../contract/investment.ts';
import type { Holdings, HoldingsTransaction } from './holdings.ts';
import type { StoredLeg } from './journal.ts';
import type { ActiveInvestmentSet } from './lists/active-set.ts';
import type { StreamTails } from './lists/streams.ts';

/** The stored head of an owner's journal: number and time of the last entry, and counts for paging. */
export interface OwnerJournalHead {
  /** Number of the last entry. Entries are numbered from 1 without gaps. */
  readonly sequence: number;
  readonly lastAtMs: number;
  /** Digest of the last entry; empty before the first entry. */
  readonly lastDigest: string;
  readonly deposits: number;
  readonly withdrawals: number;
  readonly adjustments: number;
  /** Number of investments opened so far. They are numbered from 1. */
  readonly opened: number;
  readonly active: number;
  readonly activeSet: ActiveInvestmentSet;
  /** The owner's latest entries, by entry type. */
  readonly tails: StreamTails;
}

export const NEW_OWNER_HEAD: OwnerJournalHead = {
  sequence: 0,
  lastAtMs: 0,
  lastDigest: '',
  deposits: 0,
  withdrawals: 0,
  adjustments: 0,
  opened: 0,
  active: 0,
  activeSet: new Uint8Array(),
  tails: {},
};

/** A strategy's asset and names. The strategy's first deposit sets them permanently. */
export interface StrategyAsset {
  readonly strategyId: string;
  readonly strategyName: string;
  readonly chain: string;
  readonly asset: string;
  readonly decimals: number;
}

/** An owner's investment in a strategy. See `Holdings` for the units of shares and amounts. */
export interface Position extends StrategyAsset {
  readonly investmentId: string;
  /** Number of this investment among the owner's investments, from 1. */
  readonly number: number;
  readonly holdings: Holdings;
  readonly deposits: number;
  readonly withdrawals: number;
  readonly adjustments: number;
  readonly walletAddress: string | undefined;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
}

/** One journal entry, which never changes. `holdingsChange` is its effect on the position. */
export interface LedgerEntry {
  readonly id: string;
  readonly sequence: number;
  readonly type: EntryType;
  readonly status: EntryStatus;
  readonly ownerId: string;
  readonly atMs: number;
  /** The strategy's growth index at `atMs`, in units of 1/RAY. */
  readonly index: bigint;
  readonly holdingsChange: HoldingsTransaction;
  readonly legs: readonly StoredLeg[];
  /** The investment after this entry. */
  readonly position: Position;
  /** Price of one unit of the asset in USD at `atMs`; undefined if unknown. */
  readonly priceUsd: number | undefined;
  /** The operator's reason for an adjustment. */
  readonly reason: string | undefined;
  /** For an entry of a move: transaction id of the move's other entry. Undefined for any other entry. */
  readonly counterpartId: string | undefined;
  /** Whether this entry opened, reopened or closed the investment. */
  readonly transition: 'opened' | 'reopened' | 'closed' | undefined;
  /** Digest of the journal up to and including this entry. */
  readonly digest: string;
}

/** Returns the number of entries of a type that an owner or a position has. */
export function countEntriesOfType(
  of: Pick<OwnerJournalHead, 'deposits' | 'withdrawals' | 'adjustments'>,
  type: EntryType,
): number {
  return { deposit: of.deposits, withdrawal: of.withdrawals, adjustment: of.adjustments }[type];
}

/** Returns the number of all entries of a position. */
export function countEntriesOf(of: Pick<Position, 'deposits' | 'withdrawals' | 'adjustments'>): number {
  return of.deposits + of.withdrawals + of.adjustments;
}
