import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Switches } from '../platform/dynamodb/switches.ts';
import { transactIf, type Write } from '../platform/dynamodb/transact.ts';
import { notPausedCheck } from '../strategies/records.ts';
import { acceptsDepositsWrite, readStrategyLedger } from './store/strategy-ledger.ts';
import { depositsAllowedWrites } from './store/strategy-pool.ts';

/**
 * Stops deposits into a strategy. First marks each shard of its pool (the items with its totals), then its
 * ledger.
 * After this function returns, no deposit is recorded, not even a deposit that has already passed its checks.
 * Each shard is changed in its own database transaction, so that it conflicts with few concurrent deposits.
 * The ledger is changed last. If the function is interrupted, the ledger still accepts deposits. The next
 * ingestion sees this and calls the function again.
 */
export async function stopDeposits(table: Table, strategyId: string): Promise<void> {
  await Promise.all(depositsAllowedWrites(strategyId, false).map((write) => transactIf(table, [write])));
  // The ledger is read only after the shards were changed. Until then, a first deposit could still create the ledger.
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
  const ledgerWrites = ledger === undefined ? [] : [acceptsDepositsWrite(strategyId, true)];
  const { committed: isCommitted } = await transactIf(table, [
    condition,
    ...depositsAllowedWrites(strategyId, true),
    ...ledgerWrites,
  ]);
  return isCommitted;
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
