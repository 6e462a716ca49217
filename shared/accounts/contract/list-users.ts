import * as z from 'zod/mini';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { PLANS } from '../../platform/contract/plans.ts';
import { enumParam, textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import { SORT_ORDERS } from '../../strategies/contract/strategy.ts';

const USER_SORTS = ['created_at'] as const;

export const listUsersRoute = defineRoute({
  id: 'accounts.list-users',
  method: 'GET',
  path: '/admin/users',
  summary: 'List users',
  access: 'admin',
  table: 'read',
  query: z.strictObject({
    plan: z.optional(enumParam(PLANS)),
    role: z.optional(enumParam(ROLES)),
    search: z.optional(textParam(128)),
    sort: z.optional(enumParam(USER_SORTS)),
    order: z.optional(enumParam(SORT_ORDERS)),
    ...cursorParams,
  }),
  status: 200,
  paginated: true,
  errors: [],
});
