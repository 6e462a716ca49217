import { updateApiKeyRoute } from '../../../shared/accounts/contract/keys/update-api-key.ts';
import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { updateKey } from '../../../shared/accounts/keys/key-changes.ts';
import { requireManagingSession } from '../../../shared/accounts/keys/key-rules.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(updateApiKeyRoute, async ({ params, body }, context) => {
  const { userId } = context.principal;
  const accountsContext = defaultAccountsContext(context);
  return {
    data: await updateKey(
      accountsContext,
      userId,
      requireManagingSession(context),
      params.id,
      body,
      context.now,
    ),
  };
});
