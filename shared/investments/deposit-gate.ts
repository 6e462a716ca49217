import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Switches } from '../platform/dynamodb/switches.ts';
import { transactIf, type Write } from '../platform/dynamodb/transact.ts';
import { notPausedCheck } from '../strategies/records.ts';
import { acceptsDepositsWrite, readStrategyLedger } from './store/strategy-ledger.ts';
import { depositGateWrites } from './store/strategy-pool.ts';

/**
 * Stops deposits into a strategy, part by part of its pool, so that movements are in the way of one part at most. When
 * it returns, none can be booked any more, not even one decided on before. The mark in the ledger comes last, so that
 * a run that stops in between is taken up by the next ingestion.
 */
export async function stopDeposits(table: Table, strategyId: string): Promise<void> {
  await Promise.all(depositGateWrites(strategyId, false).map((write) => transactIf(table, [write])));
  // Asked only now: until here a first deposit could open the ledger.
  const ledger = await readStrategyLedger(table, strategyId);
  if (ledger?.acceptsDeposits === true) await transactIf(table, [acceptsDepositsWrite(strategyId, false)]);
}

/**
 * Lets deposits into a strategy, all parts of its pool at once, in one transaction with `condition`.
 *
 * @returns whether the condition held; otherwise nothing was changed
 */
export async function openDeposits(table: Table, strategyId: string, condition: Write): Promise<boolean> {
  const ledger = await readStrategyLedger(table, strategyId);
  const mark = ledger === undefined ? [] : [acceptsDepositsWrite(strategyId, true)];
  const { held } = await transactIf(table, [condition, ...depositGateWrites(strategyId, true), ...mark]);
  return held;
}

/**
 * Opens a strategy for deposits unless operators have paused it; the caller's data may be older than the pause. A pause
 * that is written afterwards closes the strategy again.
 */
export function openUnlessPaused(table: Table, strategyId: string): Promise<boolean> {
  return openDeposits(table, strategyId, notPausedCheck(strategyId));
}

/**
 * Refuses while operators have stopped deposits everywhere.
 *
 * @throws ApiError strategy_not_accepting_deposits with their reason
 */
export function requireDepositsOpen({ deposits }: Switches): void {
  if (deposits === undefined) return;
  const message = `Deposits are stopped for all strategies: ${deposits.text}`;
  throw new ApiError('strategy_not_accepting_deposits', { message });
}
