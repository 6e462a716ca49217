import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Switches } from '../platform/dynamodb/switches.ts';
import { transactIf, type Write } from '../platform/dynamodb/transact.ts';
import { notPausedCheck } from '../strategies/records.ts';
import { acceptsDepositsWrite, readStrategyLedger } from './store/strategy-ledger.ts';
import { depositsAllowedWrites } from './store/strategy-pool.ts';

/**
 * Stops deposits into a strategy: first in each shard of its pool, then in its ledger.
 * When it returns, no deposit can be recorded any more, not even one that was already decided. One write per
 * shard conflicts with few transactions. The ledger comes last, so that the next ingestion completes an
 * interrupted run.
 */
export async function stopDeposits(table: Table, strategyId: string): Promise<void> {
  await Promise.all(depositsAllowedWrites(strategyId, false).map((write) => transactIf(table, [write])));
  // Read after the shards, because a first deposit could create the ledger until then.
  const ledger = await readStrategyLedger(table, strategyId);
  if (ledger?.acceptsDeposits === true) await transactIf(table, [acceptsDepositsWrite(strategyId, false)]);
}

/**
 * Allows deposits into a strategy: all shards of its pool and its ledger in one transaction with `condition`.
 *
 * @returns whether the condition held; otherwise nothing was changed
 */
export async function openDeposits(table: Table, strategyId: string, condition: Write): Promise<boolean> {
  const ledger = await readStrategyLedger(table, strategyId);
  const mark = ledger === undefined ? [] : [acceptsDepositsWrite(strategyId, true)];
  const { held } = await transactIf(table, [condition, ...depositsAllowedWrites(strategyId, true), ...mark]);
  return held;
}

/**
 * Allows deposits into a strategy, unless operators have paused it since the caller read it. A later pause
 * stops deposits again.
 */
export function openDepositsUnlessPaused(table: Table, strategyId: string): Promise<boolean> {
  return openDeposits(table, strategyId, notPausedCheck(strategyId));
}

/**
 * Requires that operators have not stopped deposits for all strategies.
 *
 * @throws ApiError strategy_not_accepting_deposits with the operators' reason
 */
export function requireDepositsOpen({ deposits }: Switches): void {
  if (deposits === undefined) return;
  const message = `Deposits are stopped for all strategies: ${deposits.text}`;
  throw new ApiError('strategy_not_accepting_deposits', { message });
}
