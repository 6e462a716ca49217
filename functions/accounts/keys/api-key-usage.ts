import { apiKeyUsageRoute } from '../../../shared/accounts/contract/keys/api-key-usage.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { keyUsage } from '../../../shared/accounts/usage.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(apiKeyUsageRoute, async ({ params }, context) => ({
  data: await keyUsage(defaultAccountsContext(context), context.principal.userId, params.id, context.now),
}));
