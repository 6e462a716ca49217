import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { runIdempotentSecretRequest } from '../../../shared/accounts/run-idempotent-secret-request.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { rotateWebhookSecretRoute } from '../../../shared/notifications/contract/webhooks/rotate-webhook-secret.ts';
import { rotateWebhookSecret } from '../../../shared/notifications/webhooks/webhook-rotation.ts';

export const handler = endpoint(rotateWebhookSecretRoute, ({ params }, context) => {
  const accountsContext = defaultAccountsContext(context);
  return runIdempotentSecretRequest(
    accountsContext,
    rotateWebhookSecretRoute,
    params,
    context,
    ({ principal }, responseWritesOf) =>
      rotateWebhookSecret(accountsContext, principal, params.id, context.now, responseWritesOf),
  );
});
