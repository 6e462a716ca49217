import { roundToCents } from '../../../platform/domain/numbers.ts';
import { fromBaseUnits } from '../../../platform/domain/units.ts';
import type { StatementLine, StatementTotals } from '../../contract/reports/report-responses.ts';
import type { ReportState, ReportSubject } from './position-replay.ts';

type PositionState = Omit<ReportState<unknown>, 'holding'> & { readonly value: bigint | undefined };

const roundToCentsOrNull = (amount: number | undefined) =>
  amount === undefined ? null : roundToCents(amount);

/** Returns the line of a statement for one position. `priceUsd` is the price of one unit of the asset. */
export function buildStatementLine(
  reportSubject: ReportSubject,
  state: PositionState,
  priceUsd: number | undefined,
): StatementLine {
  const { decimals } = reportSubject;
  const text = (amount: bigint) => fromBaseUnits(amount, decimals);
  const { value, cost, costUsd, realizedUsd } = state;
  const valueUsd = value === undefined || priceUsd === undefined ? undefined : Number(text(value)) * priceUsd;
  return {
    settlement: reportSubject.settlement,
    user_id: reportSubject.userId,
    investment_id: reportSubject.investmentId,
    strategy_id: reportSubject.strategyId,
    chain: reportSubject.chain,
    asset: reportSubject.asset,
    wallet_address: reportSubject.wallet,
    value: value === undefined ? null : text(value),
    principal: text(cost),
    earned: value === undefined ? null : text(value - cost),
    realized_earnings: text(state.realized),
    total_deposited: text(state.deposited),
    total_withdrawn: text(state.withdrawn),
    price_usd: priceUsd ?? null,
    value_usd: roundToCentsOrNull(valueUsd),
    cost_usd: roundToCentsOrNull(costUsd),
    unrealized_profit_usd: roundToCentsOrNull(
      valueUsd === undefined || costUsd === undefined ? undefined : valueUsd - costUsd,
    ),
    realized_profit_usd: roundToCentsOrNull(realizedUsd),
  };
}

/**
 * Returns sums over the positions of a statement, without unknown (null) values. `incomplete` is the number of
 * positions with an unknown profit.
 */
export function statementTotalsOf(lines: readonly StatementLine[]): StatementTotals {
  const sum = (of: (line: StatementLine) => number | null) =>
    roundToCents(lines.reduce((total, line) => total + (of(line) ?? 0), 0));
  return {
    value_usd: sum((line) => line.value_usd),
    cost_usd: sum((line) => line.cost_usd),
    unrealized_profit_usd: sum((line) => line.unrealized_profit_usd),
    realized_profit_usd: sum((line) => line.realized_profit_usd),
    incomplete: lines.filter(
      (line) => line.unrealized_profit_usd === null || line.realized_profit_usd === null,
    ).length,
  };
}
