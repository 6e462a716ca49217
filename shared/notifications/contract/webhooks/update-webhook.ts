import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import {
  webhookDescription,
  webhookEventTypes,
  webhookParams,
  webhookStatus,
  webhookUrlParam,
} from './webhook.ts';

export const updateWebhookRoute = defineRoute({
  id: 'notifications.update-webhook',
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Change a webhook endpoint',
  access: 'account:write',
  table: 'write',
  checksCaller: true,
  params: webhookParams,
  body: z.strictObject({
    url: z.optional(webhookUrlParam),
    types: z.optional(webhookEventTypes),
    description: z.optional(webhookDescription),
    status: z.optional(webhookStatus),
  }),
  status: 200,
  paginated: false,
  errors: ['recent_sign_in_required', 'webhook_not_found'],
});
