import { limitsRoute } from '../../shared/accounts/contract/limits.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { limits } from '../../shared/accounts/usage.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { countNotifications } from '../../shared/notifications/quotas.ts';

/** The request's own clock was read before its token was taken: by it, the token would be missing twice. */
export const handler = endpoint(limitsRoute, async (_, context) => ({
  data: await limits(defaultAccounts(context), context.principal, countNotifications, new Date()),
}));
