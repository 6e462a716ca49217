import { rotateApiKeyRoute } from '../../../shared/accounts/contract/keys/rotate-api-key.ts';
import { defaultAccounts } from '../../../shared/accounts/credentials.ts';
import { rotateKey } from '../../../shared/accounts/keys/key-changes.ts';
import { runOnceWithSecret } from '../../../shared/accounts/run-once-with-secret.ts';
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
      // Move the webhook endpoints of the old key to the new key after the rotation. If the process crashes
      // before this step, the endpoints keep the old key and are disabled when it is revoked.
      await transferWebhooks(accounts, userId, keys);
      // The old key may itself have replaced an earlier key, which has expired by now. Disable the webhook
      // endpoints that still have that earlier key.
      await disableOrphanedWebhooks(accounts, userId, context.now);
      return view;
    },
  );
});
