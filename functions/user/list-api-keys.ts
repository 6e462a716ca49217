import { user } from '../../shared/contract/user.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { listKeys } from '../../shared/services/api-keys.ts';
import { defaultAccounts } from '../../shared/services/credentials.ts';

export const handler = endpoint(user.listApiKeys, ({ query }, { principal, now }) =>
  listKeys(defaultAccounts(), principal.userId, query, now),
);
