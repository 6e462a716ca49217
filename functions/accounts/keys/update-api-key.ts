import { updateApiKeyRoute } from '../../../shared/accounts/contract/keys/update-api-key.ts';
import { defaultAccounts } from '../../../shared/accounts/credentials.ts';
import { updateKey } from '../../../shared/accounts/keys/key-changes.ts';
import { makerOf } from '../../../shared/accounts/keys/key-makers.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const handler = endpoint(updateApiKeyRoute, async ({ params, body }, context) => ({
  data: await updateKey(defaultAccounts(context), makerOf(context), params.id, body, context.now),
}));
