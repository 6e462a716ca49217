import { getKey } from '../../shared/accounts/api-keys.ts';
import { getApiKeyRoute } from '../../shared/accounts/contract/get-api-key.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(getApiKeyRoute, async ({ params }, context) => ({
  data: await getKey(defaultAccounts(context), context.principal.userId, params.id, context.now),
}));
