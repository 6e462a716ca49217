import { user } from '../../shared/contract/user.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { answerOnce } from '../../shared/services/answer-once.ts';
import { createKey } from '../../shared/services/api-keys.ts';
import { defaultAccounts } from '../../shared/services/credentials.ts';

export const handler = endpoint(user.createApiKey, ({ body }, context) => {
  const accounts = defaultAccounts();
  return answerOnce(accounts, user.createApiKey, body, context, (maker, attach) =>
    createKey(accounts, maker, body, context.now, attach),
  );
});
