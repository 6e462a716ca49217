import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { TransactionResult } from '../contract/responses.ts';
import { computeEarnedPercent, computeRealizedEarnings, valueOfHoldings } from './holdings.ts';
import { splitOwnerId } from './ids/owner.ts';
import type { LedgerEntry, Position } from './ledger-entry.ts';

export function formatIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Returns the public view of an investment, valued at a growth index. */
export function investmentView(
  ownerId: string,
  position: Position,
  growthIndex: bigint,
): TransactionResult['investment'] {
  const { holdings, decimals } = position;
  const text = (amount: bigint) => fromBaseUnits(amount, decimals);
  const value = valueOfHoldings(holdings, growthIndex);
  const earnedBaseUnits = value - holdings.principal;
  const isClosed = holdings.shares === 0n;
  return {
    id: position.investmentId,
    user_id: splitOwnerId(ownerId).userId,
    strategy_id: position.strategyId,
    strategy_name: position.strategyName,
    chain: position.chain,
    asset: position.asset,
    settlement: 'sandbox',
    status: isClosed ? 'closed' : 'active',
    value: text(value),
    principal: text(holdings.principal),
    earned: text(earnedBaseUnits),
    earned_percent: computeEarnedPercent(earnedBaseUnits, holdings.principal),
    realized_earnings: text(computeRealizedEarnings(holdings)),
    total_deposited: text(holdings.deposited),
    total_withdrawn: text(holdings.withdrawn),
    wallet_address: position.walletAddress ?? null,
    onchain: null,
    created_at: formatIsoTime(position.openedAtMs),
    updated_at: formatIsoTime(position.updatedAtMs),
    closed_at: isClosed ? formatIsoTime(position.updatedAtMs) : null,
  };
}

export function transactionView(entry: LedgerEntry): Omit<TransactionResult, 'investment'> {
  const { position, holdingsChange, index } = entry;
  const text = (amount: bigint) => fromBaseUnits(amount, position.decimals);
  return {
    id: entry.id,
    type: entry.type,
    settlement: 'sandbox',
    source: 'transaction',
    status: entry.status,
    user_id: splitOwnerId(entry.ownerId).userId,
    investment_id: position.investmentId,
    strategy_id: position.strategyId,
    chain: position.chain,
    asset: position.asset,
    // The ledger stores the amount of a withdrawal as negative. The API shows it as positive.
    amount: text(entry.type === 'withdrawal' ? -holdingsChange.amount : holdingsChange.amount),
    realized_earnings: text(holdingsChange.realized),
    price_usd: entry.priceUsd ?? null,
    reason: entry.reason ?? null,
    counterpart_id: entry.counterpartId ?? null,
    value_after: text(valueOfHoldings(position.holdings, index)),
    wallet_address: position.walletAddress ?? null,
    onchain: null,
    created_at: formatIsoTime(entry.atMs),
  };
}

/**
 * Returns the response to a deposit or withdrawal. The response depends only on the entry, so a later replay
 * returns the same response.
 */
export function transactionResultView(entry: LedgerEntry): TransactionResult {
  return {
    ...transactionView(entry),
    investment: investmentView(entry.ownerId, entry.position, entry.index),
  };
}

/**
 * Returns one transaction, or an object with the two halves of a move.
 *
 * @throws RangeError for an empty list
 */
export function toTransactionOrMove<T>([firstTransaction, secondTransaction]: readonly T[]):
  | T
  | { withdrawal: T; deposit: T } {
  if (firstTransaction === undefined) throw new RangeError('There must be a transaction');
  return secondTransaction === undefined
    ? firstTransaction
    : { withdrawal: firstTransaction, deposit: secondTransaction };
}
