import * as z from 'zod/mini';
import { pageParams } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const listAlertsRoute = defineRoute({
  id: 'notifications.list-alerts',
  method: 'GET',
  path: '/alerts',
  summary: 'List alerts',
  access: 'account:read',
  table: 'read',
  query: z.strictObject(pageParams),
  status: 200,
  paginated: true,
  errors: [],
});
