import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

export const exportRoute = defineRoute({
  id: 'strategies.export',
  method: 'GET',
  path: '/strategies/export',
  summary: 'All strategies at once',
  access: 'strategies:read',
  table: 'read',
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  compressed: true,
  errors: [],
  lambda: { memoryMb: 1024 },
});
