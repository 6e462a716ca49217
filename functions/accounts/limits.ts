import { limitsRoute } from '../../shared/accounts/contract/limits.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { limits } from '../../shared/accounts/usage.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { countNotifications } from '../../shared/notifications/quotas.ts';

/**
 * Reads the clock again. The request's own time is from before its token was taken, so the token would count
 * twice.
 */
export const handler = endpoint(limitsRoute, async (_, context) => ({
  data: await limits(defaultAccounts(context), context.principal, countNotifications, new Date()),
}));
