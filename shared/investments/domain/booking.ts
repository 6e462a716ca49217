import { ApiError } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { EntryStatus, EntryType } from '../contract/investment.ts';
import { computeNextDigest } from './encoding/digest.ts';
import { type GrowthIndexSegment, growthIndexAt } from './growth-index.ts';
import {
  adjustHoldings,
  deposit,
  type Holdings,
  type HoldingsTransaction,
  NO_HOLDINGS,
  valueOfHoldings,
  withdraw,
} from './holdings.ts';
import { investmentIdOf } from './ids/investment-id.ts';
import { ledgerLegsOf } from './journal.ts';
import {
  countEntriesOf,
  countEntriesOfType,
  type LedgerEntry,
  type OwnerJournalHead,
  type Position,
  type StrategyAsset,
} from './ledger-entry.ts';
import { setInvestmentActive } from './lists/active-set.ts';
import {
  appendToStreams,
  type EntryStream,
  type StreamChunk,
  type StreamTails,
  streamNames,
} from './lists/streams.ts';

export interface RecordedTransaction {
  readonly entry: LedgerEntry;
  readonly head: OwnerJournalHead;
  /** The position's latest ledger entries by type. `ALL_ENTRY_TYPES_KEY` has its latest entries of any type. */
  readonly tails: StreamTails;
  /**
   * The chunk of ledger entries that this entry completes; undefined if it completes none. The caller must store the
   * chunk together with the entry.
   */
  readonly chunk: StreamChunk | undefined;
}

/** A transaction to record. The amount is in base units of the asset. */
export type LedgerOrder =
  | { readonly type: 'deposit'; readonly amount: bigint; readonly walletAddress: string | undefined }
  | { readonly type: 'withdrawal'; readonly amount: bigint | 'all' }
  /** An operator's correction of a position's value: an increase, or a decrease when negative. */
  | { readonly type: 'adjustment'; readonly amount: bigint; readonly reason: string };

export interface RecordingContext {
  readonly transactionId: string;
  /** Only for a move: transaction id of its other half, the withdrawal or the deposit. */
  readonly counterpartId?: string | undefined;
  readonly ownerId: string;
  readonly nowMs: number;
  readonly status: EntryStatus;
  readonly head: OwnerJournalHead;
  readonly strategyAsset: StrategyAsset;
  readonly segments: readonly GrowthIndexSegment[];
  /** The investment before this transaction; undefined if this transaction opens the investment. */
  readonly position: Position | undefined;
  /** The position's latest ledger entries before this transaction. */
  readonly tails: StreamTails;
  readonly priceUsd: number | undefined;
}

export function insufficientBalanceError(
  holdings: Holdings,
  growthIndex: bigint,
  { asset, decimals }: StrategyAsset,
): ApiError {
  const value = valueOfHoldings(holdings, growthIndex);
  const availableAmount = fromBaseUnits(value, decimals);
  return new ApiError('insufficient_balance', {
    message: insufficientBalanceText(holdings, value, { asset, decimals }),
    details: { available: availableAmount, asset },
  });
}

function insufficientBalanceText(
  holdings: Holdings,
  value: bigint,
  { asset, decimals }: Pick<StrategyAsset, 'asset' | 'decimals'>,
): string {
  if (holdings.shares === 0n)
    return 'The investment is closed and holds nothing to withdraw. GET /investments?status=active lists your open investments.';
  // After a loss, a small position can be worth less than one base unit.
  if (value === 0n)
    return `The investment is worth less than ${fromBaseUnits(1n, decimals)} ${asset}, the smallest amount of this asset. There is nothing to withdraw.`;
  return `The investment is worth ${fromBaseUnits(value, decimals)} ${asset}. Withdraw that amount or less, or send all: true.`;
}

function applyOrder(
  ledgerOrder: LedgerOrder,
  holdings: Holdings,
  growthIndex: bigint,
  strategyAsset: StrategyAsset,
): HoldingsTransaction {
  if (ledgerOrder.type === 'deposit') return deposit(holdings, ledgerOrder.amount, growthIndex);
  const holdingsChange =
    ledgerOrder.type === 'withdrawal'
      ? withdraw(holdings, ledgerOrder.amount, growthIndex)
      : adjustHoldings(holdings, ledgerOrder.amount, growthIndex);
  if (holdingsChange === undefined) throw insufficientBalanceError(holdings, growthIndex, strategyAsset);
  return holdingsChange;
}

function transitionOf(
  positionBefore: Position | undefined,
  holdingsAfter: Holdings,
): LedgerEntry['transition'] {
  if (positionBefore === undefined) return 'opened';
  if (positionBefore.holdings.shares === 0n) return 'reopened';
  return holdingsAfter.shares === 0n ? 'closed' : undefined;
}

/**
 * Computes the journal entry of a transaction, the new position, and the new head of the owner's journal.
 * If the clock is behind the last entry, the new entry gets the last entry's time, so that times never decrease.
 *
 * @throws ApiError insufficient_balance, below_minimum_deposit
 */
export function bookLedgerOrder(ledgerOrder: LedgerOrder, context: RecordingContext): RecordedTransaction {
  const { head, strategyAsset, ownerId, position } = context;
  const atMs = Math.max(context.nowMs, head.lastAtMs);
  const growthIndex = growthIndexAt(context.segments, atMs);
  const holdingsChange = applyOrder(
    ledgerOrder,
    position?.holdings ?? NO_HOLDINGS,
    growthIndex,
    strategyAsset,
  );
  const entryContent: Omit<LedgerEntry, 'digest'> = {
    id: context.transactionId,
    sequence: head.sequence + 1,
    type: ledgerOrder.type,
    status: context.status,
    ownerId,
    atMs,
    index: growthIndex,
    holdingsChange,
    legs: ledgerLegsOf(holdingsChange),
    position: positionAfterOrder(ledgerOrder, holdingsChange, atMs, context),
    priceUsd: context.priceUsd,
    reason: ledgerOrder.type === 'adjustment' ? ledgerOrder.reason : undefined,
    counterpartId: context.counterpartId,
    transition: transitionOf(position, holdingsChange.holdings),
  };
  const entry = { ...entryContent, digest: computeNextDigest(head.lastDigest, entryContent) };
  return addToStreams(entry, headAfterEntry(head, entry), context.tails);
}

function positionAfterOrder(
  order: LedgerOrder,
  holdingsChange: HoldingsTransaction,
  atMs: number,
  context: RecordingContext,
): Position {
  const { strategyAsset, ownerId, position, head } = context;
  const newWalletAddress = order.type === 'deposit' ? order.walletAddress : undefined;
  const count = (type: EntryType, previousCount = 0) => previousCount + (order.type === type ? 1 : 0);
  return {
    ...strategyAsset,
    investmentId: position?.investmentId ?? investmentIdOf(ownerId, strategyAsset.strategyId),
    number: position?.number ?? head.opened + 1,
    holdings: holdingsChange.holdings,
    deposits: count('deposit', position?.deposits),
    withdrawals: count('withdrawal', position?.withdrawals),
    adjustments: count('adjustment', position?.adjustments),
    walletAddress: newWalletAddress ?? position?.walletAddress,
    openedAtMs: position?.openedAtMs ?? atMs,
    updatedAtMs: atMs,
  };
}

function headAfterEntry(head: OwnerJournalHead, entry: LedgerEntry): OwnerJournalHead {
  const { transition, position, type } = entry;
  const isInvestmentActive = position.holdings.shares > 0n;
  const activeCountChange = transition === undefined ? 0 : transition === 'closed' ? -1 : 1;
  return {
    sequence: entry.sequence,
    lastAtMs: entry.atMs,
    lastDigest: entry.digest,
    deposits: head.deposits + (type === 'deposit' ? 1 : 0),
    withdrawals: head.withdrawals + (type === 'withdrawal' ? 1 : 0),
    adjustments: head.adjustments + (type === 'adjustment' ? 1 : 0),
    opened: head.opened + (transition === 'opened' ? 1 : 0),
    active: head.active + activeCountChange,
    activeSet:
      transition === undefined
        ? head.activeSet
        : setInvestmentActive(head.activeSet, position.number, isInvestmentActive),
    tails: head.tails,
  };
}

/** The key in a position's `tails` for entries of all types. The other keys are entry types. */
export const ALL_ENTRY_TYPES_KEY = 'all';

/**
 * Adds the entry to its three streams: the owner's entries of this type, the position's entries, and the position's
 * entries of this type. The counts in `head` and `position` already include the entry.
 */
function addToStreams(
  entry: LedgerEntry,
  head: OwnerJournalHead,
  positionStreamTails: StreamTails,
): RecordedTransaction {
  const { type, position, sequence, atMs, transition } = entry;
  const buildStreamBefore = (name: string, count: number, tail: EntryStream['tail'] = []) => ({
    name,
    count: count - 1,
    tail,
  });
  const { strategyId } = position;
  const streamsBefore = [
    buildStreamBefore(streamNames.type(type), countEntriesOfType(head, type), head.tails[type]),
    buildStreamBefore(
      streamNames.strategy(strategyId),
      countEntriesOf(position),
      positionStreamTails[ALL_ENTRY_TYPES_KEY],
    ),
    buildStreamBefore(
      streamNames.strategyType(strategyId, type),
      countEntriesOfType(position, type),
      positionStreamTails[type],
    ),
  ];
  // Do not write a stream chunk together with an entry that opens an investment, because this entry already needs one
  // more write.
  const { streams: extendedStreams, chunk } = appendToStreams(
    streamsBefore,
    { sequence, atMs },
    transition !== 'opened',
  );
  const [typeStreamTail, strategyStreamTail, strategyTypeStreamTail] = extendedStreams.map(
    ({ tail }) => tail,
  );
  return {
    entry,
    head: { ...head, tails: { ...head.tails, [type]: typeStreamTail ?? [] } },
    tails: {
      ...positionStreamTails,
      [ALL_ENTRY_TYPES_KEY]: strategyStreamTail ?? [],
      [type]: strategyTypeStreamTail ?? [],
    },
    chunk,
  };
}
