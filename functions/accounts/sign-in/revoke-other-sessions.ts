import { revokeOtherSessionsRoute } from '../../../shared/accounts/contract/sign-in/revoke-other-sessions.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { revokeOtherSessions } from '../../../shared/accounts/sign-in/sessions.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(revokeOtherSessionsRoute, async (_, context) => ({
  data: await revokeOtherSessions(defaultAccountsContext(context), context.principal, context.now),
}));
