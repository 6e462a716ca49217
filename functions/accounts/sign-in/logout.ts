import { logoutRoute } from '../../../shared/accounts/contract/sign-in/logout.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { logout } from '../../../shared/accounts/sign-in/sessions.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(logoutRoute, async (_, context) => ({
  data: await logout(defaultAccountsContext(context), context.principal, context.now),
}));
