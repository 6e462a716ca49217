import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

export const getStatisticsRoute = defineRoute({
  id: 'statistics.get',
  method: 'GET',
  path: '/admin/statistics',
  summary: 'Get statistics of the service',
  access: 'admin',
  table: 'read',
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: [],
  lambda: { memoryMb: 1024 },
});
