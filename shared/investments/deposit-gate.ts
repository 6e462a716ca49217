import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Switches } from '../platform/dynamodb/switches.ts';
import { transactIf, type Write } from '../platform/dynamodb/transact.ts';
import { notPausedCheck } from '../strategies/records.ts';
import { acceptsDepositsWrite, readStrategyLedger } from './store/strategy-ledger.ts';
import { depositsAllowedWrites } from './store/strategy-pool.ts';

/**
 * Stops deposits into a strategy: first in each shard of its pool, then in its ledger.
 * When this function returns, no more deposits are recorded, not even deposits that have already passed their
 * checks. Each shard is changed by its own write, so that few concurrent transactions conflict. The ledger is
 * changed last. If the function is interrupted, the ledger therefore still accepts deposits, and the next
 * ingestion calls this function again.
 */
export async function stopDeposits(table: Table, strategyId: string): Promise<void> {
  await Promise.all(depositsAllowedWrites(strategyId, false).map((write) => transactIf(table, [write])));
  // The ledger is read after the shards were changed. Until then, a first deposit could still create the
  // ledger.
  const ledger = await readStrategyLedger(table, strategyId);
  if (ledger?.acceptsDeposits === true) await transactIf(table, [acceptsDepositsWrite(strategyId, false)]);
}

/**
 * Allows deposits into a strategy. One database transaction checks `condition` and changes the ledger and all
 * shards of the pool.
 *
 * @returns whether the condition held; if not, nothing was changed
 */
export async function openDeposits(table: Table, strategyId: string, condition: Write): Promise<boolean> {
  const ledger = await readStrategyLedger(table, strategyId);
  const mark = ledger === undefined ? [] : [acceptsDepositsWrite(strategyId, true)];
  const { held } = await transactIf(table, [condition, ...depositsAllowedWrites(strategyId, true), ...mark]);
  return held;
}

/**
 * Allows deposits into a strategy. Changes nothing if operators have paused the strategy since the caller
 * read it. A pause that begins later stops deposits again.
 */
export function openDepositsUnlessPaused(table: Table, strategyId: string): Promise<boolean> {
  return openDeposits(table, strategyId, notPausedCheck(strategyId));
}

/**
 * Rejects a deposit if operators have stopped deposits for all strategies.
 *
 * @throws ApiError strategy_not_accepting_deposits with the operators' reason
 */
export function requireDepositsOpen({ deposits }: Switches): void {
  if (deposits === undefined) return;
  const message = `Deposits are stopped for all strategies: ${deposits.text}`;
  throw new ApiError('strategy_not_accepting_deposits', { message });
}
