import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import type { Switches } from '../platform/dynamodb/switches.ts';
import { transactIf, type Write } from '../platform/dynamodb/transact.ts';
import { notPausedCheck } from '../strategies/records.ts';
import { buildDepositAcceptanceWrite, readStrategyLedger } from './store/strategy-ledger.ts';
import { buildDepositGateWrites } from './store/strategy-pool.ts';

/**
 * Stops deposits into a strategy. Even a deposit that has already passed its checks is then not recorded.
 * The ledger is changed last. If the call is interrupted, the ledger still accepts deposits, so the next ingestion
 * repeats the call.
 */
export async function stopDeposits(table: Table, strategyId: string): Promise<void> {
  await Promise.all(buildDepositGateWrites(strategyId, false).map((write) => transactIf(table, [write])));
  // Read the ledger only after the writes above. Before these writes, the first deposit into the strategy could still
  // create the ledger.
  const strategyLedger = await readStrategyLedger(table, strategyId);
  if (strategyLedger?.acceptsDeposits === true)
    await transactIf(table, [buildDepositAcceptanceWrite(strategyId, false)]);
}

/**
 * Allows deposits into a strategy if `conditionWrite` holds, in one database transaction.
 *
 * @returns whether the condition held
 */
export async function openDeposits(
  table: Table,
  strategyId: string,
  conditionWrite: Write,
): Promise<boolean> {
  const ledger = await readStrategyLedger(table, strategyId);
  const ledgerWrites = ledger === undefined ? [] : [buildDepositAcceptanceWrite(strategyId, true)];
  const { committed: isCommitted } = await transactIf(table, [
    conditionWrite,
    ...buildDepositGateWrites(strategyId, true),
    ...ledgerWrites,
  ]);
  return isCommitted;
}

/**
 * Allows deposits into a strategy unless operators have paused it. Resolves to false if it is paused, otherwise to
 * true.
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
