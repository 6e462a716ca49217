import { answerOnce } from '../../shared/accounts/answer-once.ts';
import { rotateKey } from '../../shared/accounts/api-keys.ts';
import { user } from '../../shared/accounts/contract/user.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(user.rotateApiKey, ({ params, body }, context) => {
  const accounts = defaultAccounts();
  return answerOnce(accounts, user.rotateApiKey, { params, body }, context, (maker, attach) =>
    rotateKey(accounts, maker, params.id, body, context.now, attach),
  );
});
