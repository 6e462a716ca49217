import { user } from '../../shared/contract/user.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { answerOnce } from '../../shared/services/answer-once.ts';
import { rotateKey } from '../../shared/services/api-keys.ts';
import { defaultAccounts } from '../../shared/services/credentials.ts';

export const handler = endpoint(user.rotateApiKey, ({ params, body }, context) => {
  const accounts = defaultAccounts();
  return answerOnce(accounts, user.rotateApiKey, { params, body }, context, (maker, attach) =>
    rotateKey(accounts, maker, params.id, body, context.now, attach),
  );
});
