import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

/** Paths of the service's documents and of its health check, relative to the base URL. */
export const SERVICE_PATHS = { health: '/health', docs: '/docs', openapi: '/openapi.json' } as const;

export const aboutRoute = defineRoute({
  id: 'service.about',
  method: 'GET',
  path: '/',
  summary: 'Get the versions of the API',
  access: 'public',
  table: 'read',
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: [],
  lambda: { settings: ['MARKET_SOURCE'] },
});
