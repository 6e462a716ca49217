import { defineRoute } from '../../../platform/contract/route.ts';
import { apiKeyParams } from './api-key.ts';

export const revokeApiKeyRoute = defineRoute({
  id: 'accounts.revoke-api-key',
  method: 'DELETE',
  path: '/user/api-keys/{id}',
  summary: 'Revoke an API key',
  access: 'session',
  table: 'write',
  params: apiKeyParams,
  status: 200,
  paginated: false,
  errors: ['api_key_not_found'],
});
