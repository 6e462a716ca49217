import { listSessionsRoute } from '../../../shared/accounts/contract/sign-in/list-sessions.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { listSessions } from '../../../shared/accounts/sign-in/sessions.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(listSessionsRoute, ({ query }, context) =>
  listSessions(defaultAccountsContext(context), context.principal, query, context.now),
);
