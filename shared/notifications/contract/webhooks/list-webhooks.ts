import * as z from 'zod/mini';
import { pageParams } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const listWebhooksRoute = defineRoute({
  id: 'notifications.list-webhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook endpoints',
  access: 'account:read',
  table: 'read',
  query: z.strictObject(pageParams),
  status: 200,
  paginated: true,
  errors: [],
});
