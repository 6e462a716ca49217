import { defineRoute } from '../../../platform/contract/route.ts';
import { webhookParams } from './webhook.ts';

export const deleteWebhookRoute = defineRoute({
  id: 'notifications.delete-webhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook endpoint',
  access: 'account:write',
  table: 'write',
  checksCaller: true,
  params: webhookParams,
  status: 200,
  paginated: false,
  errors: ['webhook_not_found'],
});
