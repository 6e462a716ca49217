import { defineRoute } from '../../../platform/contract/route.ts';
import { webhookParams } from './webhook.ts';

export const getWebhookRoute = defineRoute({
  id: 'notifications.get-webhook',
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Get a webhook endpoint',
  access: 'account:read',
  table: 'read',
  params: webhookParams,
  status: 200,
  paginated: false,
  errors: ['webhook_not_found'],
});
