import { auth } from '../../shared/contract/auth.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { logout } from '../../shared/services/auth.ts';
import { defaultAccounts } from '../../shared/services/credentials.ts';

export const handler = endpoint(auth.logout, async (_, { principal, now }) => ({
  data: await logout(defaultAccounts(), principal, now),
}));
