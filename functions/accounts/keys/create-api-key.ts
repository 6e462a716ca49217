import { createApiKeyRoute } from '../../../shared/accounts/contract/keys/create-api-key.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { createApiKey } from '../../../shared/accounts/keys/api-keys.ts';
import { runIdempotentSecretRequest } from '../../../shared/accounts/run-idempotent-secret-request.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(createApiKeyRoute, ({ body }, context) => {
  const accountsContext = defaultAccountsContext(context);
  return runIdempotentSecretRequest(
    accountsContext,
    createApiKeyRoute,
    body,
    context,
    (managingSession, responseWritesOf) =>
      createApiKey(
        accountsContext,
        context.principal.userId,
        managingSession,
        body,
        context.now,
        responseWritesOf,
      ),
  );
});
