import type { Holdings } from '../holdings.ts';
import type { LedgerEntry } from '../ledger-entry.ts';
import type { ReportTransaction } from './position-replay.ts';

/** Converts a ledger entry to the form that reports use. */
export function toReportTransaction({
  type,
  atMs,
  holdingsChange,
  priceUsd,
}: LedgerEntry): ReportTransaction<Holdings> {
  return {
    atMs,
    // An operator's adjustment pays no money, so its amount is 0.
    amount: type === 'adjustment' ? 0n : holdingsChange.amount,
    cost: holdingsChange.principal,
    realized: holdingsChange.realized,
    priceUsd,
    holding: holdingsChange.holdings,
  };
}
