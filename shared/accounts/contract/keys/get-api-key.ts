import { defineRoute } from '../../../platform/contract/route.ts';
import { apiKeyParams } from './api-key.ts';

export const getApiKeyRoute = defineRoute({
  id: 'accounts.get-api-key',
  method: 'GET',
  path: '/user/api-keys/{id}',
  summary: 'Get an API key',
  access: 'account:read',
  table: 'read',
  params: apiKeyParams,
  status: 200,
  paginated: false,
  errors: ['api_key_not_found'],
});
