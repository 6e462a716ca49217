import * as z from 'zod/mini';
import { textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { allowedIps, apiKeyParams, ownLimits } from './api-key.ts';

export const updateApiKeyRoute = defineRoute({
  id: 'accounts.update-api-key',
  method: 'PUT',
  path: '/user/api-keys/{id}',
  summary: 'Change an API key',
  access: 'account:write',
  table: 'write',
  params: apiKeyParams,
  body: z.strictObject({
    name: z.optional(textParam(64)),
    limits: ownLimits,
    allowed_ips: allowedIps,
  }),
  status: 200,
  paginated: false,
  errors: ['api_key_not_found'],
});
