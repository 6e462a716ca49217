import * as z from 'zod/mini';
import { cursorParams } from '../../../platform/contract/cursor.ts';
import { enumParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { webhookParams } from './webhook.ts';
import { DELIVERY_STATUSES } from './webhook-values.ts';

export const listDeliveriesRoute = defineRoute({
  id: 'notifications.list-deliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List deliveries of a webhook endpoint',
  access: 'account:read',
  table: 'read',
  params: webhookParams,
  query: z.strictObject({ status: z.optional(enumParam(DELIVERY_STATUSES)), ...cursorParams }),
  status: 200,
  paginated: true,
  errors: ['webhook_not_found'],
});
