import * as z from 'zod/mini';
import { enumParam, pageParams, textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { filterErrorCodes, strategyFilters } from './filters.ts';
import { SORT_ORDERS, STRATEGY_SORTS } from './strategy.ts';

export const listStrategiesRoute = defineRoute({
  id: 'strategies.list',
  method: 'GET',
  path: '/strategies',
  summary: 'List all strategies',
  access: 'strategies:read',
  table: 'read',
  query: z.strictObject({
    ...strategyFilters,
    search: z.optional(textParam(128)),
    sort: z._default(enumParam(STRATEGY_SORTS), 'tvl'),
    order: z.optional(enumParam(SORT_ORDERS)),
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: ['invalid_chain', 'invalid_risk_level'],
  fieldErrors: filterErrorCodes,
  lambda: { memoryMb: 1024 },
});
