import { defineRoute } from '../../platform/contract/route.ts';

/** Every path and method that no endpoint has. */
export const UNKNOWN_PATH = '/{proxy+}';

/** What a request to a path or method without an endpoint passes. It is part of no version. */
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
