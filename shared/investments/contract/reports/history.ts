import * as z from 'zod/mini';
import { cursorParams } from '../../../platform/contract/cursor.ts';
import { enumParam, momentParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { idParam, userFilter } from '../fields.ts';
import { TRANSACTION_TYPES } from '../investment.ts';

function isTimeRangeOrdered(query: { from?: number | undefined; to?: number | undefined }): boolean {
  return query.from === undefined || query.to === undefined || query.from < query.to;
}

export const investmentHistoryRoute = defineRoute({
  id: 'investments.history',
  method: 'GET',
  path: '/investments/history',
  summary: 'List your deposits and withdrawals',
  access: 'investments:read',
  table: 'read',
  query: z
    .strictObject({
      type: z.optional(enumParam(TRANSACTION_TYPES)),
      strategy_id: z.optional(idParam),
      user_id: userFilter,
      from: z.optional(momentParam('start')),
      to: z.optional(momentParam('end')),
      ...cursorParams,
    })
    .check(
      z.refine(isTimeRangeOrdered, {
        path: ['from'],
        message: 'must not be later than the value of the parameter "to"',
      }),
    ),
  status: 200,
  paginated: true,
  errors: [],
});
