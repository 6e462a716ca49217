import * as z from 'zod/mini';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { enumParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { SETTLEMENTS, SORT_ORDERS } from '../../strategies/contract/strategy.ts';
import { idParam, userFilter } from './fields.ts';
import { INVESTMENT_STATUSES, isNewestFirst } from './investment.ts';

/**
 * Sort fields of the list of investments. Amounts are left out, because they are in units of
 * different assets.
 */
const INVESTMENT_SORTS = ['created_at', 'updated_at', 'earned_percent', 'strategy_name'] as const;

export const listInvestmentsRoute = defineRoute({
  id: 'investments.list',
  method: 'GET',
  path: '/investments',
  summary: 'List your investments',
  access: 'investments:read',
  table: 'read',
  query: z
    .strictObject({
      status: z.optional(enumParam(INVESTMENT_STATUSES)),
      strategy_id: z.optional(idParam),
      settlement: z.optional(enumParam(SETTLEMENTS)),
      user_id: userFilter,
      sort: z.optional(enumParam(INVESTMENT_SORTS)),
      order: z.optional(enumParam(SORT_ORDERS)),
      ...cursorParams,
    })
    .check(
      z.refine((query) => query.after === undefined || isNewestFirst(query), {
        path: ['after'],
        message: 'can only be used for the newest first. Leave out sort and order',
      }),
    ),
  status: 200,
  paginated: true,
  errors: [],
});
