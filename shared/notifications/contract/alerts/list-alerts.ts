import * as z from 'zod/mini';
import { cursorParams } from '../../../platform/contract/cursor.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const listAlertsRoute = defineRoute({
  id: 'notifications.list-alerts',
  method: 'GET',
  path: '/alerts',
  summary: 'List alerts',
  access: 'account:read',
  table: 'read',
  query: z.strictObject(cursorParams),
  status: 200,
  paginated: true,
  errors: [],
});
