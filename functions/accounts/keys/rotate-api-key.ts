import { runOnceWithSecret } from '../../../shared/accounts/answer-once.ts';
import { rotateApiKeyRoute } from '../../../shared/accounts/contract/keys/rotate-api-key.ts';
import { defaultAccounts } from '../../../shared/accounts/credentials.ts';
import { rotateKey } from '../../../shared/accounts/keys/key-changes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import {
  disableOrphanedWebhooks,
  transferWebhooks,
} from '../../../shared/notifications/webhooks/webhooks-of-key.ts';

export const handler = endpoint(rotateApiKeyRoute, ({ params, body }, context) => {
  const accounts = defaultAccounts(context);
  return runOnceWithSecret(
    accounts,
    rotateApiKeyRoute,
    { params, body },
    context,
    async (manager, attach) => {
      const { userId } = context.principal;
      const view = await rotateKey(accounts, userId, manager, params.id, body, context.now, attach);
      const keys = { keyId: params.id, successorId: view.id };
      // This step must follow the rotation. If the process crashes between the two steps, webhook endpoints
      // keep the old key. A later revocation of the old key then disables these endpoints.
      await transferWebhooks(accounts, userId, keys);
      // The old key may itself be the successor of an earlier key. That earlier key has now expired, so its
      // remaining webhook endpoints are disabled.
      await disableOrphanedWebhooks(accounts, userId, context.now);
      return view;
    },
  );
});
