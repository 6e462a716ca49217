import { revokeSessionRoute } from '../../../shared/accounts/contract/sign-in/revoke-session.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { revokeSession } from '../../../shared/accounts/sign-in/sessions.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(revokeSessionRoute, async ({ params }, context) => ({
  data: await revokeSession(
    defaultAccountsContext(context),
    context.principal.userId,
    params.id,
    context.now,
  ),
}));
