import { config } from '../../platform/config.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { createLazily } from '../../platform/domain/create-lazily.ts';
import type { CatalogIndex } from '../../strategies/domain/catalog/catalog-index.ts';
import { type CostTable, parseCostSettings } from '../domain/recommendation/costs.ts';
import type { StrategyRow } from '../domain/strategy-rows.ts';
import { strategyRowsOf } from '../market-data.ts';

export const getConfiguredCostTable = createLazily((): CostTable => parseCostSettings(config.COST_SETTINGS));

/** @throws ApiError strategy_not_found when the catalog does not contain the strategy */
export function requireListedRow(catalogIndex: CatalogIndex, id: string): StrategyRow {
  const strategyIndex = catalogIndex.catalog.strategyIndexOf(id);
  const row = strategyIndex === undefined ? undefined : strategyRowsOf(catalogIndex)[strategyIndex];
  if (row === undefined) throw new ApiError('strategy_not_found');
  return row;
}
