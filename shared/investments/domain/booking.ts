import { ApiError } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { TransactionStatus, TransactionType } from '../contract.ts';
import { type ActiveSet, withActive } from './active-set.ts';
import { chainedDigest } from './digest.ts';
import { type IndexSegment, indexAt } from './growth-index.ts';
import { deposit, type Holdings, type Movement, NO_HOLDINGS, valueOfShares, withdraw } from './holdings.ts';
import { investmentIdOf } from './investment-id.ts';
import { type Leg, legsOf } from './journal.ts';
import { type Listed, streams } from './streams.ts';

/** What is kept of an owner as a whole: the last entry's number and time, and what pages are found by. */
export interface OwnerHead {
  /** Number of the last entry; entries count from 1 without a gap. */
  readonly sequence: number;
  readonly lastAtMs: number;
  /** The last entry's digest; empty before the first. */
  readonly lastDigest: string;
  readonly deposits: number;
  readonly withdrawals: number;
  /** Investments ever opened, numbered from 1. */
  readonly opened: number;
  readonly active: number;
  readonly activeSet: ActiveSet;
}

export const NEW_OWNER: OwnerHead = {
  sequence: 0,
  lastAtMs: 0,
  lastDigest: '',
  deposits: 0,
  withdrawals: 0,
  opened: 0,
  active: 0,
  activeSet: new Uint8Array(),
};

/** What a strategy's first deposit fixed for good. */
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
  /** Its place among the owner's investments. */
  readonly number: number;
  readonly holdings: Holdings;
  readonly deposits: number;
  readonly withdrawals: number;
  readonly walletAddress: string | undefined;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
}

/** One line of the journal: a movement, its legs, and all that an answer about it is made of. Never changed. */
export interface Entry {
  readonly id: string;
  readonly sequence: number;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly ownerId: string;
  readonly atMs: number;
  /** The strategy's index at `atMs`. */
  readonly index: bigint;
  readonly movement: Movement;
  readonly legs: readonly Leg[];
  /** The investment right after. */
  readonly position: Position;
  /** Whether the entry opened, reopened or closed the investment. */
  readonly transition: 'opened' | 'reopened' | 'closed' | undefined;
  /** Digest of the journal up to and with this entry. */
  readonly digest: string;
}

export interface Booking {
  readonly entry: Entry;
  readonly head: OwnerHead;
}

/** What is to be booked. The amount is in base units. */
export type Order =
  | { readonly type: 'deposit'; readonly amount: bigint; readonly walletAddress: string | undefined }
  | { readonly type: 'withdrawal'; readonly amount: bigint | 'all' };

export interface BookingContext {
  readonly transactionId: string;
  readonly ownerId: string;
  readonly nowMs: number;
  readonly status: TransactionStatus;
  readonly head: OwnerHead;
  readonly denomination: Denomination;
  readonly segments: readonly IndexSegment[];
  /** The investment as it stands; undefined before the first deposit. */
  readonly position: Position | undefined;
}

function insufficient(held: Holdings, index: bigint, { asset, decimals }: Denomination): ApiError {
  const available = fromBaseUnits(valueOfShares(held.shares, index), decimals);
  const message = held.shares === 0n ? 'The investment is closed: there is nothing to withdraw.' : undefined;
  return new ApiError('insufficient_balance', {
    message: message ?? `The investment is worth ${available} ${asset}, less than the amount.`,
    details: { available, asset },
  });
}

function move(order: Order, held: Holdings, index: bigint, denomination: Denomination): Movement {
  if (order.type === 'deposit') return deposit(held, order.amount, index);
  const movement = withdraw(held, order.amount, index);
  if (movement === undefined) throw insufficient(held, index, denomination);
  return movement;
}

function transitionOf(before: Position | undefined, after: Holdings): Entry['transition'] {
  if (before === undefined) return 'opened';
  if (before.holdings.shares === 0n) return 'reopened';
  return after.shares === 0n ? 'closed' : undefined;
}

/**
 * Books a movement: the journal entry with its legs, the position and the owner's head as they will be. An owner's
 * entries are in order of time: where a clock is behind the last entry's, its time is taken.
 *
 * @throws ApiError insufficient_balance, below_minimum_deposit
 */
export function book(order: Order, context: BookingContext): Booking {
  const { head, denomination, ownerId, position } = context;
  const { strategyId, asset } = denomination;
  const atMs = Math.max(context.nowMs, head.lastAtMs);
  const index = indexAt(context.segments, atMs);
  const movement = move(order, position?.holdings ?? NO_HOLDINGS, index, denomination);
  const after = positionAfter(order, movement, atMs, context);
  const transition = transitionOf(position, movement.holdings);
  const content: Omit<Entry, 'digest'> = {
    id: context.transactionId,
    sequence: head.sequence + 1,
    type: order.type,
    status: context.status,
    ownerId,
    atMs,
    index,
    movement,
    legs: legsOf(movement, { ownerId, strategyId, asset }),
    position: after,
    transition,
  };
  const entry = { ...content, digest: chainedDigest(head.lastDigest, content) };
  return { entry, head: headAfter(head, entry) };
}

function positionAfter(order: Order, movement: Movement, atMs: number, context: BookingContext): Position {
  const { denomination, ownerId, position, head } = context;
  const isDeposit = order.type === 'deposit';
  const given = order.type === 'deposit' ? order.walletAddress : undefined;
  return {
    ...denomination,
    // The name is the strategy's own at the time of the first deposit, as the asset is.
    investmentId: position?.investmentId ?? investmentIdOf(ownerId, denomination.strategyId),
    number: position?.number ?? head.opened + 1,
    holdings: movement.holdings,
    deposits: (position?.deposits ?? 0) + (isDeposit ? 1 : 0),
    withdrawals: (position?.withdrawals ?? 0) + (isDeposit ? 0 : 1),
    walletAddress: given ?? position?.walletAddress,
    openedAtMs: position?.openedAtMs ?? atMs,
    updatedAtMs: atMs,
  };
}

/** The owner's head once the entry is in the journal. */
export function headAfter(head: OwnerHead, entry: Entry): OwnerHead {
  const { transition, position, type } = entry;
  const isActive = position.holdings.shares > 0n;
  const change = transition === undefined ? 0 : transition === 'closed' ? -1 : 1;
  return {
    sequence: entry.sequence,
    lastAtMs: entry.atMs,
    lastDigest: entry.digest,
    deposits: head.deposits + (type === 'deposit' ? 1 : 0),
    withdrawals: head.withdrawals + (type === 'withdrawal' ? 1 : 0),
    opened: head.opened + (transition === 'opened' ? 1 : 0),
    active: head.active + change,
    activeSet:
      transition === undefined ? head.activeSet : withActive(head.activeSet, position.number, isActive),
  };
}

/** The streams that list the entry, each with the position (from 0) at which it does. */
export function placesOf(
  entry: Entry,
  head: Pick<OwnerHead, 'deposits' | 'withdrawals'>,
): readonly { stream: string; position: number; listed: Listed }[] {
  const { type, position, sequence, atMs } = entry;
  const listed = { sequence, atMs };
  const counter = type === 'deposit' ? 'deposits' : 'withdrawals';
  return [
    { stream: streams.type(type), position: head[counter] - 1, listed },
    {
      stream: streams.strategy(position.strategyId),
      position: position.deposits + position.withdrawals - 1,
      listed,
    },
    { stream: streams.strategyType(position.strategyId, type), position: position[counter] - 1, listed },
  ];
}
