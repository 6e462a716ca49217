import { auth } from '../../shared/contract/auth.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { challenge, defaultSignIn } from '../../shared/services/auth.ts';
import { defaultAccounts } from '../../shared/services/credentials.ts';

export const handler = endpoint(auth.challenge, async ({ body }, { now }) => ({
  data: await challenge(defaultAccounts(), defaultSignIn(), body, now),
}));
