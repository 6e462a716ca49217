import { listUsers } from '../../shared/accounts/administration.ts';
import { adminUsers } from '../../shared/accounts/contract/admin.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(adminUsers.users, ({ query }) => listUsers(defaultTable(), query));
