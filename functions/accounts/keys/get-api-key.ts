import { getApiKeyRoute } from '../../../shared/accounts/contract/keys/get-api-key.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { getApiKeyOfUser } from '../../../shared/accounts/keys/api-keys.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(getApiKeyRoute, async ({ params }, context) => ({
  data: await getApiKeyOfUser(
    defaultAccountsContext(context),
    context.principal.userId,
    params.id,
    context.now,
  ),
}));
