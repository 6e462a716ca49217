import { user } from '../../shared/accounts/contract/user.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { profile } from '../../shared/accounts/users.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(user.profile, async (_, { principal, now }) => ({
  data: await profile(defaultAccounts(), principal, now),
}));
