import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

export const summaryRoute = defineRoute({
  id: 'market.summary',
  method: 'GET',
  path: '/market/summary',
  summary: 'Get the main market figures',
  access: 'public',
  table: 'read',
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: [],
  lambda: { memoryMb: 1024 },
});
