import { user } from '../../shared/contract/user.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultAccounts } from '../../shared/services/credentials.ts';
import { profile } from '../../shared/services/users.ts';

export const handler = endpoint(user.profile, async (_, { principal, now }) => ({
  data: await profile(defaultAccounts(), principal, now),
}));
