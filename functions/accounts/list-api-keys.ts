import { listKeys } from '../../shared/accounts/api-keys.ts';
import { listApiKeysRoute } from '../../shared/accounts/contract/list-api-keys.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listApiKeysRoute, ({ query }, { principal, now }) =>
  listKeys(defaultAccounts(), principal.userId, query, now),
);
