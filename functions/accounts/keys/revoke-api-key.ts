import { revokeApiKeyRoute } from '../../../shared/accounts/contract/keys/revoke-api-key.ts';
import { defaultAccounts } from '../../../shared/accounts/credentials.ts';
import { revokeKey } from '../../../shared/accounts/keys/key-revocation.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(revokeApiKeyRoute, async ({ params }, context) => ({
  data: await revokeKey(defaultAccounts(context), context.principal.userId, params.id, context.now),
}));
