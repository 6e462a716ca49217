import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { runIdempotentSecretRequest } from '../../../shared/accounts/run-idempotent-secret-request.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { createWebhookRoute } from '../../../shared/notifications/contract/webhooks/create-webhook.ts';
import { createWebhook } from '../../../shared/notifications/webhooks/webhooks.ts';

export const handler = endpoint(createWebhookRoute, ({ body }, context) => {
  const accountsContext = defaultAccountsContext(context);
  return runIdempotentSecretRequest(
    accountsContext,
    createWebhookRoute,
    body,
    context,
    ({ principal }, responseWritesOf) =>
      createWebhook(accountsContext, principal, body, context.now, responseWritesOf),
  );
});
