import { rotateApiKeyRoute } from '../../../shared/accounts/contract/keys/rotate-api-key.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { rotateKey } from '../../../shared/accounts/keys/key-changes.ts';
import { runIdempotentSecretRequest } from '../../../shared/accounts/run-idempotent-secret-request.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import {
  disableOrphanedWebhooks,
  transferWebhooks,
} from '../../../shared/notifications/webhooks/webhooks-of-key.ts';

export const handler = endpoint(rotateApiKeyRoute, ({ params, body }, context) => {
  const accountsContext = defaultAccountsContext(context);
  return runIdempotentSecretRequest(
    accountsContext,
    rotateApiKeyRoute,
    { params, body },
    context,
    async (managingSession, responseWritesOf) => {
      const { userId } = context.principal;
      const view = await rotateKey(
        accountsContext,
        userId,
        managingSession,
        params.id,
        body,
        context.now,
        responseWritesOf,
      );
      const keys = { keyId: params.id, successorId: view.id };
      // If the process crashes before this step, the webhook endpoints are disabled when the old key is revoked.
      await transferWebhooks(accountsContext, userId, keys);
      // Disable webhook endpoints that still belong to an expired key.
      await disableOrphanedWebhooks(accountsContext, userId, context.now);
      return view;
    },
  );
});
