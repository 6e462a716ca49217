import { listApiKeysRoute } from '../../../shared/accounts/contract/keys/list-api-keys.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { listKeys } from '../../../shared/accounts/keys/api-keys.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(listApiKeysRoute, ({ query }, context) =>
  listKeys(defaultAccountsContext(context), context.principal.userId, query, context.now),
);
