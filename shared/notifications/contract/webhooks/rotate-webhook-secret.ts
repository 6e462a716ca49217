import { defineRoute } from '../../../platform/contract/route.ts';
import { webhookParams } from './webhook.ts';

export const rotateWebhookSecretRoute = defineRoute({
  id: 'notifications.rotate-webhook-secret',
  method: 'POST',
  path: '/webhooks/{id}/secret',
  summary: 'Rotate the secret of a webhook endpoint',
  access: 'account:write',
  table: 'write',
  checksCaller: true,
  params: webhookParams,
  status: 201,
  location: '/webhooks/{id}',
  paginated: false,
  idempotent: true,
  errors: ['recent_sign_in_required', 'webhook_not_found', 'idempotency_key_reused'],
});
