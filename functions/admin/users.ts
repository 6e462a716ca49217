import { adminUsers } from '../../shared/contract/admin.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultTable } from '../../shared/repositories/client.ts';
import { listUsers } from '../../shared/services/admin-users.ts';

export const handler = endpoint(adminUsers.users, ({ query }) => listUsers(defaultTable(), query));
