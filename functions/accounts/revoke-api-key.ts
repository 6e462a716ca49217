import { revokeKey } from '../../shared/accounts/api-keys.ts';
import { user } from '../../shared/accounts/contract/user.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(user.revokeApiKey, async ({ params }, { principal, now }) => ({
  data: await revokeKey(defaultAccounts(), principal.userId, params.id, now),
}));
