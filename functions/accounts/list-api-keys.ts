import { listKeys } from '../../shared/accounts/api-keys.ts';
import { user } from '../../shared/accounts/contract/user.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(user.listApiKeys, ({ query }, { principal, now }) =>
  listKeys(defaultAccounts(), principal.userId, query, now),
);
