import { setUserStatus } from '../../shared/accounts/administration.ts';
import { adminUpdateUserRoute } from '../../shared/accounts/contract/admin-update-user.ts';
import { defaultAccountsContext } from '../../shared/accounts/credentials.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(adminUpdateUserRoute, async ({ params, body }, context) => ({
  data: await setUserStatus(defaultAccountsContext(context), context.principal, params.id, body, context.now),
}));
