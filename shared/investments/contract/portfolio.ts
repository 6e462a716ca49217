import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';
import { userFilter } from './fields.ts';

export const portfolioRoute = defineRoute({
  id: 'investments.portfolio',
  method: 'GET',
  path: '/investments/portfolio',
  summary: 'Get the totals of your investments',
  access: 'investments:read',
  table: 'read',
  query: z.strictObject({ user_id: userFilter }),
  status: 200,
  paginated: false,
  errors: [],
});
