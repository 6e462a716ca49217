import { revokeSessionRoute } from '../../shared/accounts/contract/revoke-session.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { revokeSession } from '../../shared/accounts/sessions.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(revokeSessionRoute, async ({ params }, { principal, now }) => ({
  data: await revokeSession(defaultAccounts(), principal.userId, params.id, now),
}));
