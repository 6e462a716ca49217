import * as z from 'zod/mini';
import { cursorParams } from '../../../platform/contract/cursor.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const listSessionsRoute = defineRoute({
  id: 'accounts.list-sessions',
  method: 'GET',
  path: '/user/sessions',
  summary: 'List your sessions',
  access: 'session',
  table: 'read',
  query: z.strictObject(cursorParams),
  status: 200,
  paginated: true,
  errors: [],
});
