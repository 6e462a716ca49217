import { defineRoute } from '../../../platform/contract/route.ts';
import { webhookParams } from './webhook.ts';

export const testWebhookRoute = defineRoute({
  id: 'notifications.test-webhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event to a webhook endpoint',
  access: 'account:write',
  table: 'write',
  checksCaller: true,
  params: webhookParams,
  status: 200,
  paginated: false,
  errors: ['webhook_not_found', 'too_many_webhook_tests'],
  lambda: { timeoutSeconds: 20, settings: ['WEBHOOK_TESTS_AT_ONCE'] },
});
