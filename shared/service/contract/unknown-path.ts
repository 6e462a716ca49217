import { defineRoute } from '../../platform/contract/route.ts';

/** Path pattern that matches every path without an endpoint. */
export const UNKNOWN_PATH = '/{proxy+}';

/** Route record for requests to a path or method without an endpoint. It belongs to no API version. */
export const unknownPathRoute = defineRoute({
  id: 'service.unknown-path',
  method: 'GET',
  path: UNKNOWN_PATH,
  summary: 'Unknown path or method',
  access: 'authenticated',
  table: 'none',
  status: 200,
  paginated: false,
  errors: [],
});
