import * as z from 'zod/mini';
import { integerParam, numberParam, textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const moveEstimateRoute = defineRoute({
  id: 'market.move-estimate',
  method: 'GET',
  path: '/strategies/move-estimate',
  summary: 'Estimate the costs and gains of a move between strategies',
  access: 'strategies:read',
  table: 'read',
  query: z.strictObject({
    from_strategy_id: textParam(128),
    to_strategy_id: textParam(128),
    amount: z._default(numberParam({ min: 1, max: 1_000_000_000_000 }), 10_000),
    horizon_days: z._default(integerParam({ min: 1, max: 365 }), 90),
  }),
  status: 200,
  paginated: false,
  errors: ['strategy_not_found'],
  lambda: { memoryMb: 1024, settings: ['COST_SETTINGS'] },
});
