import type { EntryType, TransactionStatus } from '../contract/investment.ts';
import type { Holdings, Movement } from './holdings.ts';
import type { ShortLeg } from './journal.ts';
import type { ActiveSet } from './lists/active-set.ts';
import type { Tails } from './lists/streams.ts';

/** The stored head of an owner: the last entry's number and time, and the data by which pages are found. */
export interface OwnerHead {
  /** Number of the last entry; entries count from 1 without a gap. */
  readonly sequence: number;
  readonly lastAtMs: number;
  /** The last entry's digest; empty before the first. */
  readonly lastDigest: string;
  readonly deposits: number;
  readonly withdrawals: number;
  readonly adjustments: number;
  /** Investments ever opened, numbered from 1. */
  readonly opened: number;
  readonly active: number;
  readonly activeSet: ActiveSet;
  /** Ends of the owner's streams by type. */
  readonly tails: Tails;
}

export const NEW_OWNER: OwnerHead = {
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

/** What a strategy's first deposit fixes permanently. */
export interface Denomination {
  readonly strategyId: string;
  readonly strategyName: string;
  readonly chain: string;
  readonly asset: string;
  readonly decimals: number;
}

/** An owner's investment in a strategy. */
export interface Position extends Denomination {
  readonly investmentId: string;
  /** Its number among the owner's investments. */
  readonly number: number;
  readonly holdings: Holdings;
  readonly deposits: number;
  readonly withdrawals: number;
  readonly adjustments: number;
  readonly walletAddress: string | undefined;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
}

/** One line of the journal: a movement, its legs, and all that an answer about it is made of. Never changed. */
export interface Entry {
  readonly id: string;
  readonly sequence: number;
  readonly type: EntryType;
  readonly status: TransactionStatus;
  readonly ownerId: string;
  readonly atMs: number;
  /** The strategy's index at `atMs`. */
  readonly index: bigint;
  readonly movement: Movement;
  readonly legs: readonly ShortLeg[];
  /** The investment right after. */
  readonly position: Position;
  /** Price of one unit of the asset in USD at `atMs`; undefined when none was known. */
  readonly priceUsd: number | undefined;
  /** Why an operator has adjusted the investment. */
  readonly reason: string | undefined;
  /** The other half of a move between strategies: a withdrawal's deposit, and that deposit's withdrawal. */
  readonly counterpartId: string | undefined;
  /** Whether the entry opened, reopened or closed the investment. */
  readonly transition: 'opened' | 'reopened' | 'closed' | undefined;
  /** Digest of the journal up to and with this entry. */
  readonly digest: string;
}

/** How many entries of a type an owner or a position has. */
export function countOf(
  of: Pick<OwnerHead, 'deposits' | 'withdrawals' | 'adjustments'>,
  type: EntryType,
): number {
  return { deposit: of.deposits, withdrawal: of.withdrawals, adjustment: of.adjustments }[type];
}

/** How many entries a position has in all. */
export function entriesOf(of: Pick<Position, 'deposits' | 'withdrawals' | 'adjustments'>): number {
  return of.deposits + of.withdrawals + of.adjustments;
}
