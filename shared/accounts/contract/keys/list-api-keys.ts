import * as z from 'zod/mini';
import { cursorParams } from '../../../platform/contract/cursor.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const listApiKeysRoute = defineRoute({
  id: 'accounts.list-api-keys',
  method: 'GET',
  path: '/user/api-keys',
  summary: 'List your API keys',
  access: 'account:read',
  table: 'read',
  query: z.strictObject(cursorParams),
  status: 200,
  paginated: true,
  errors: [],
});
