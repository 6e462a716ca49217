import * as z from 'zod/mini';
import { cursorParams } from '../../../platform/contract/cursor.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const listWebhooksRoute = defineRoute({
  id: 'notifications.list-webhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook endpoints',
  access: 'account:read',
  table: 'read',
  query: z.strictObject(cursorParams),
  status: 200,
  paginated: true,
  errors: [],
});
