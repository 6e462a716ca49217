import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

/** Maximum age of the catalog in seconds. If the catalog is older, the health status is `degraded`. */
export const CATALOG_MAX_AGE_SECONDS = 3 * 3_600;

export const healthRoute = defineRoute({
  id: 'service.health',
  method: 'GET',
  head: true,
  path: '/health',
  summary: 'Get the health of the service',
  access: 'public',
  table: 'read',
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: [],
});
