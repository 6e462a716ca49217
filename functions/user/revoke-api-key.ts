import { user } from '../../shared/contract/user.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { revokeKey } from '../../shared/services/api-keys.ts';
import { defaultAccounts } from '../../shared/services/credentials.ts';

export const handler = endpoint(user.revokeApiKey, async ({ params }, { principal, now }) => ({
  data: await revokeKey(defaultAccounts(), principal.userId, params.id, now),
}));
