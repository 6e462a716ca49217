import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

export const openapiRoute = defineRoute({
  id: 'service.openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get the OpenAPI 3.1 document',
  access: 'public',
  table: 'none',
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: [],
  format: 'openapi',
});
