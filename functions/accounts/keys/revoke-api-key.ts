import { revokeApiKeyRoute } from '../../../shared/accounts/contract/keys/revoke-api-key.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { revokeKey } from '../../../shared/accounts/keys/key-changes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { disableWebhooksOfKey } from '../../../shared/notifications/webhooks/webhooks-of-key.ts';

export const handler = endpoint(revokeApiKeyRoute, async ({ params }, context) => {
  const accountsContext = defaultAccountsContext(context);
  const revocationOptions = { type: 'api_key.revoked', disableWebhooks: disableWebhooksOfKey } as const;
  return {
    data: await revokeKey(
      accountsContext,
      context.principal.userId,
      params.id,
      context.now,
      revocationOptions,
    ),
  };
});
