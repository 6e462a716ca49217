import { defineRoute } from '../../../platform/contract/route.ts';
import { apiKeyParams } from './api-key.ts';

export const apiKeyUsageRoute = defineRoute({
  id: 'accounts.api-key-usage',
  method: 'GET',
  path: '/user/api-keys/{id}/usage',
  summary: 'Get the request counts of an API key',
  access: 'account:read',
  table: 'read',
  params: apiKeyParams,
  status: 200,
  paginated: false,
  errors: ['api_key_not_found'],
});
