import { listSessionsRoute } from '../../shared/accounts/contract/list-sessions.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { listSessions } from '../../shared/accounts/sessions.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listSessionsRoute, ({ query }, { principal, now }) =>
  listSessions(defaultAccounts(), principal, query, now),
);
