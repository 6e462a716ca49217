import { auth } from '../../shared/contract/auth.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { defaultSignIn, login } from '../../shared/services/auth.ts';
import { defaultAccounts } from '../../shared/services/credentials.ts';

export const handler = endpoint(auth.login, async ({ body }, { now }) => ({
  data: await login(defaultAccounts(), defaultSignIn(), body, now),
}));
