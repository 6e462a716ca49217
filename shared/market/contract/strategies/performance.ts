import * as z from 'zod/mini';
import { enumParam, listParam, pageParams, textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { filterErrorCodes, strategyFilters } from '../../../strategies/contract/filters.ts';
import { SORT_ORDERS } from '../../../strategies/contract/strategy.ts';
import { TIME_WINDOWS } from '../windows.ts';

/** Maximum number of strategies with daily series in one request, because each of them costs one query. */
export const SERIES_STRATEGIES_MAX = 20;

export const PERFORMANCE_SORTS = [
  'tvl',
  'current_apy',
  'mean_apy',
  'min_apy',
  'max_apy',
  'volatility',
  'compounded_return',
  'apy_change',
  'tvl_change',
  'tvl_max_drawdown',
  'benchmark_apy',
  'excess_apy',
  'risk_adjusted_return',
  'coverage',
] as const;

export const performanceRoute = defineRoute({
  id: 'market.performance',
  method: 'GET',
  path: '/strategies/performance',
  summary: 'List the performance of strategies',
  access: 'strategies:read',
  table: 'read',
  query: z.strictObject({
    window: z._default(enumParam(TIME_WINDOWS), '30d'),
    ...strategyFilters,
    strategy_id: z.optional(listParam(textParam(128), SERIES_STRATEGIES_MAX)),
    sort: z._default(enumParam(PERFORMANCE_SORTS), 'tvl'),
    order: z._default(enumParam(SORT_ORDERS), 'desc'),
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: ['invalid_chain', 'invalid_risk_level'],
  fieldErrors: filterErrorCodes,
  lambda: { memoryMb: 1024 },
});
