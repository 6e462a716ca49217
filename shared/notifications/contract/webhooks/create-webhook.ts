import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { webhookDescription, webhookEventTypes, webhookUrlParam } from './webhook.ts';

export const createWebhookRoute = defineRoute({
  id: 'notifications.create-webhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook endpoint',
  access: 'account:write',
  table: 'write',
  checksCaller: true,
  body: z.strictObject({
    url: webhookUrlParam,
    types: z.optional(webhookEventTypes),
    description: z.optional(webhookDescription),
  }),
  status: 201,
  location: '/webhooks/{id}',
  paginated: false,
  idempotent: true,
  errors: ['recent_sign_in_required', 'webhook_limit_reached', 'idempotency_key_reused'],
});
