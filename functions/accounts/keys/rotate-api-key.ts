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
      // After the rotation. If a crash leaves an endpoint with the old key, revoking that key disables the
      // endpoint.
      await transferWebhooks(accounts, userId, keys);
      // The key before the old one has expired now. It may have set endpoints during its overlap.
      await disableOrphanedWebhooks(accounts, userId, context.now);
      return view;
    },
  );
});
