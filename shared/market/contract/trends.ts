import * as z from 'zod/mini';
import { enumParam, finiteNumberParam, integerParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { filterErrorCodes, strategyFilters } from '../../strategies/contract/filters.ts';
import { TIME_WINDOWS, TREND_LIST_MAX } from './windows.ts';

const TREND_LIST_LENGTH_DEFAULT = 10;
/** Default of `min_tvl` in USD. It excludes smaller strategies, because their changes are mostly noise. */
const TREND_MIN_TVL_DEFAULT = 100_000;

const { chain, asset, underlying, protocol, strategy_type, risk_level } = strategyFilters;

export const trendsRoute = defineRoute({
  id: 'market.trends',
  method: 'GET',
  path: '/market/trends',
  summary: 'Get the largest changes of APY and TVL',
  access: 'market:read',
  table: 'read',
  query: z.strictObject({
    window: z._default(enumParam(TIME_WINDOWS), '7d'),
    chain,
    asset,
    underlying,
    protocol,
    strategy_type,
    risk_level,
    min_tvl: z._default(finiteNumberParam(), TREND_MIN_TVL_DEFAULT),
    per_list: z._default(integerParam({ min: 1, max: TREND_LIST_MAX }), TREND_LIST_LENGTH_DEFAULT),
  }),
  status: 200,
  paginated: false,
  errors: ['invalid_chain', 'invalid_risk_level'],
  fieldErrors: filterErrorCodes,
  lambda: { memoryMb: 1024 },
});
