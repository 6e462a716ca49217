import * as z from 'zod/mini';
import { textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { allowedIps, apiKeyParams } from './api-key.ts';

export const updateApiKeyRoute = defineRoute({
  id: 'accounts.update-api-key',
  method: 'PATCH',
  path: '/user/api-keys/{id}',
  summary: 'Change an API key',
  access: 'session',
  table: 'write',
  params: apiKeyParams,
  body: z.strictObject({
    name: z.optional(textParam(64)),
    allowed_ips: allowedIps,
  }),
  status: 200,
  paginated: false,
  errors: ['api_key_not_found', 'recent_sign_in_required'],
});
