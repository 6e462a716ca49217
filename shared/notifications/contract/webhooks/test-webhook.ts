import { defineRoute } from '../../../platform/contract/route.ts';
import { webhookParams } from './webhook.ts';

export const testWebhookRoute = defineRoute({
  id: 'notifications.test-webhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event to a webhook endpoint',
  access: 'account:write',
  table: 'read',
  params: webhookParams,
  status: 200,
  paginated: false,
  errors: ['webhook_not_found'],
  lambda: { timeoutSeconds: 20 },
});
