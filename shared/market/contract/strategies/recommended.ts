import * as z from 'zod/mini';
import {
  assetParam,
  booleanParam,
  enumParam,
  integerParam,
  numberParam,
  pageParams,
  textParam,
} from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { filterErrorCodes, strategyFilters } from '../../../strategies/contract/filters.ts';
import { RISK_LEVELS } from '../../../strategies/contract/strategy.ts';

export const MIN_AMOUNT_USD = 1;
export const MAX_AMOUNT_USD = 1_000_000_000_000;
export const DEFAULT_AMOUNT_USD = 10_000;

/** Maximum fraction of the amount that one strategy, protocol or chain may receive. */
const allocationCapParam = z.optional(numberParam({ min: 0.05, max: 1 }));

export const recommendedRoute = defineRoute({
  id: 'market.recommended',
  method: 'GET',
  path: '/strategies/recommended',
  summary: 'Recommend strategies for an amount',
  access: 'strategies:read',
  table: 'read',
  query: z.strictObject({
    amount: z.optional(numberParam({ min: 0.000001, max: MAX_AMOUNT_USD })),
    amount_asset: z.optional(assetParam()),
    family: strategyFilters.family,
    asset: strategyFilters.asset,
    chain: strategyFilters.chain,
    risk_level: z._default(enumParam(RISK_LEVELS), 'medium'),
    horizon_days: z._default(integerParam({ min: 1, max: 365 }), 90),
    max_share: allocationCapParam,
    max_protocol_share: allocationCapParam,
    max_chain_share: allocationCapParam,
    min_tvl: strategyFilters.min_tvl,
    settlement: strategyFilters.settlement,
    from_strategy_id: z.optional(textParam(128)),
    include_rejected: z._default(booleanParam(), false),
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: ['invalid_chain', 'invalid_risk_level', 'strategy_not_found', 'asset_not_priced'],
  fieldErrors: filterErrorCodes,
  lambda: { memoryMb: 1024, settings: ['COST_SETTINGS'] },
});
