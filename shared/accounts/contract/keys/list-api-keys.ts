import * as z from 'zod/mini';
import { pageParams } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const listApiKeysRoute = defineRoute({
  id: 'accounts.list-api-keys',
  method: 'GET',
  path: '/user/api-keys',
  summary: 'List your API keys',
  access: 'account:read',
  table: 'read',
  query: z.strictObject(pageParams),
  status: 200,
  paginated: true,
  errors: [],
});
