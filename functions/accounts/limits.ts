import { limitsRoute } from '../../shared/accounts/contract/limits.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { limits } from '../../shared/accounts/usage.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { countNotifications } from '../../shared/notifications/quotas.ts';

/**
 * Returns the limits at the current time. `context.now`, the time of the request, is earlier than the time at
 * which the rate limiter took the token of this request. With `context.now`, this token would be counted
 * twice.
 */
export const handler = endpoint(limitsRoute, async (_, context) => ({
  data: await limits(defaultAccounts(context), context.principal, countNotifications, new Date()),
}));
