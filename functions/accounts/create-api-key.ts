import { answerOnce } from '../../shared/accounts/answer-once.ts';
import { createKey } from '../../shared/accounts/api-keys.ts';
import { user } from '../../shared/accounts/contract/user.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(user.createApiKey, ({ body }, context) => {
  const accounts = defaultAccounts();
  return answerOnce(accounts, user.createApiKey, body, context, (maker, attach) =>
    createKey(accounts, maker, body, context.now, attach),
  );
});
