import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

export const docsRoute = defineRoute({
  id: 'service.docs',
  method: 'GET',
  path: '/docs',
  summary: 'Get the documentation page',
  access: 'public',
  table: 'none',
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: [],
  format: 'html',
});
