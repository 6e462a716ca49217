import { listUsers } from '../../shared/accounts/administration.ts';
import { listUsersRoute } from '../../shared/accounts/contract/list-users.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listUsersRoute, ({ query }) => listUsers(defaultTable(), query));
