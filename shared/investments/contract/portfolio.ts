import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

export const portfolioRoute = defineRoute({
  id: 'investments.portfolio',
  method: 'GET',
  path: '/investments/portfolio',
  summary: "Totals of the caller's investments",
  access: 'investments:read',
  table: 'read',
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: [],
});
