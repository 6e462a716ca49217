import { usageRoute } from '../../shared/accounts/contract/usage.ts';
import { defaultAccountsContext } from '../../shared/accounts/credentials.ts';
import { readAccountUsage } from '../../shared/accounts/usage.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(usageRoute, async (_, context) => ({
  data: await readAccountUsage(defaultAccountsContext(context), context.principal.userId, context.now),
}));
