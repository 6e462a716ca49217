import { auth } from '../../shared/accounts/contract/sign-in.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { defaultSignIn, login } from '../../shared/accounts/sign-in.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(auth.login, async ({ body }, { now }) => ({
  data: await login(defaultAccounts(), defaultSignIn(), body, now),
}));
