import type { AppliedQuery } from '../../platform/contract/route.ts';
import { round } from '../../platform/domain/numbers.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Reply } from '../../platform/request.ts';
import { getCurrentCatalog } from '../../strategies/catalog.ts';
import { expectedApyOver } from '../../strategies/domain/expectation/expected-apy.ts';
import { readVault } from '../../strategies/records.ts';
import type { moveEstimateRoute } from '../contract/strategies/move-estimate.ts';
import type { MoveEstimate } from '../contract/strategies/move-responses.ts';
import { estimateMoveCosts } from '../domain/recommendation/estimate.ts';
import type { StrategyRow } from '../domain/strategy-rows.ts';
import type { ReadContext } from '../prices/prices-data.ts';
import { getConfiguredCostTable, requireListedRow } from './estimate-inputs.ts';

/** Limits that exclude no strategy, because the request names the two strategies of the estimate. */
const NO_ALLOCATION_LIMITS = {
  riskLevel: 'high',
  maxShare: 1,
  maxProtocolShare: 1,
  maxChainShare: 1,
  minTvlUsd: 0,
} as const;
const NO_FEES = { entry_percent: null, exit_percent: null, performance_percent: null };

/**
 * Estimates the costs and the gain of a move between two listed strategies. The costs include the fees of registered
 * vaults.
 * @throws ApiError strategy_not_found
 */
export async function estimateMove(
  query: AppliedQuery<
    typeof moveEstimateRoute,
    'from_strategy_id' | 'to_strategy_id' | 'amount' | 'horizon_days'
  >,
  { table, context }: { readonly table: Table; readonly context: ReadContext },
): Promise<Reply> {
  const { amount, horizon_days: horizonDays } = query;
  const { value: catalogIndex, asOf } = await getCurrentCatalog(context);
  const [currentRow, targetRow] = [
    requireListedRow(catalogIndex, query.from_strategy_id),
    requireListedRow(catalogIndex, query.to_strategy_id),
  ];
  const [currentVault, targetVault] = await Promise.all([
    readVault(table, currentRow.id),
    readVault(table, targetRow.id),
  ]);
  const request = { ...NO_ALLOCATION_LIMITS, amountUsd: amount, horizonDays };
  const moveCosts = estimateMoveCosts(targetRow, currentRow, {
    amountUsd: amount,
    fees: { from: currentVault?.fees, to: targetVault?.fees },
    context: { request, costTable: getConfiguredCostTable() },
  });
  const buildMoveSide = (row: StrategyRow, fees: MoveEstimate['from']['fees'] | undefined) => {
    const { mean, low80, high80 } = expectedApyOver(horizonDays, row.expected_apy);
    const expected_apy = { mean: round(mean, 4), low80: round(low80, 4), high80: round(high80, 4) };
    return { strategy_id: row.id, expected_apy, fees: fees ?? NO_FEES };
  };
  const { expected, correction, dilution, impermanentLoss, gainPerDayUsd } = moveCosts.estimate;
  const data: MoveEstimate = {
    amount,
    horizon_days: horizonDays,
    from: buildMoveSide(currentRow, currentVault?.fees),
    to: buildMoveSide(targetRow, targetVault?.fees),
    expected_net_apy: round(expected.mean - correction - dilution - impermanentLoss, 4),
    gas: round(moveCosts.gasUsd, 2),
    entry_and_exit: round(moveCosts.proportionalCostsUsd, 2),
    costs: round(moveCosts.costsUsd, 2),
    gain_per_day: round(gainPerDayUsd, 4),
    days_to_break_even: moveCosts.daysToBreakEven,
    net_gain: round(gainPerDayUsd * horizonDays - moveCosts.costsUsd, 2),
  };
  return { data, meta: { as_of: asOf } };
}
