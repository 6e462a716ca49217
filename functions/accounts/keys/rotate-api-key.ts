import { answerOnce } from '../../../shared/accounts/answer-once.ts';
import { rotateApiKeyRoute } from '../../../shared/accounts/contract/keys/rotate-api-key.ts';
import { defaultAccounts } from '../../../shared/accounts/credentials.ts';
import { rotateKey } from '../../../shared/accounts/keys/key-rotation.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(rotateApiKeyRoute, ({ params, body }, context) => {
  const accounts = defaultAccounts(context);
  return answerOnce(accounts, rotateApiKeyRoute, { params, body }, context, (maker, attach) =>
    rotateKey(accounts, maker, params.id, body, context.now, attach),
  );
});
