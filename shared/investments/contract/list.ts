import * as z from 'zod/mini';
import { enumParam, pageParams } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { idParam, userFilter } from './fields.ts';
import { INVESTMENT_STATUSES } from './investment.ts';

export const listRoute = defineRoute({
  id: 'investments.list',
  method: 'GET',
  path: '/investments',
  summary: "List the caller's investments",
  access: 'investments:read',
  table: 'read',
  query: z.strictObject({
    status: z.optional(enumParam(INVESTMENT_STATUSES)),
    strategy_id: z.optional(idParam),
    user_id: userFilter,
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: [],
});
