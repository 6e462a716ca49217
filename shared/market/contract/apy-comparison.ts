import * as z from 'zod/mini';
import { enumParam, finiteNumberParam, pageParams } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { filterErrorCodes, strategyFilters } from '../../strategies/contract/filters.ts';
import { SORT_ORDERS } from '../../strategies/contract/strategy.ts';
import { GROUP_KINDS } from './windows.ts';

const APY_COMPARISON_SORTS = [
  'mean_apy',
  'best_apy',
  'median_apy',
  'lowest_apy',
  'spread',
  'tvl',
  'strategies',
  'key',
] as const;

const { chain, asset, underlying, protocol, strategy_type, risk_level } = strategyFilters;

/** Default minimum TVL in USD. Smaller pools, for example of 10,000 USD, say little about an asset's APY. */
const COMPARISON_MIN_TVL_USD = 1_000_000;

export const apyComparisonRoute = defineRoute({
  id: 'market.apy-comparison',
  method: 'GET',
  path: '/market/apy-comparison',
  summary: 'Compare the APYs of strategies by asset, chain, protocol or type',
  access: 'market:read',
  table: 'read',
  query: z.strictObject({
    group_by: z.optional(enumParam(GROUP_KINDS)),
    chain,
    asset,
    underlying,
    protocol,
    strategy_type,
    risk_level,
    min_tvl: z._default(finiteNumberParam(), COMPARISON_MIN_TVL_USD),
    sort: z._default(enumParam(APY_COMPARISON_SORTS), 'mean_apy'),
    order: z.optional(enumParam(SORT_ORDERS)),
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: ['invalid_chain', 'invalid_risk_level'],
  fieldErrors: filterErrorCodes,
  lambda: { memoryMb: 1024 },
});
