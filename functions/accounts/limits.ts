import { limitsRoute } from '../../shared/accounts/contract/limits.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { limits } from '../../shared/accounts/usage.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { countNotifications } from '../../shared/notifications/quotas.ts';

/**
 * Returns the limits at the current time, not at the time of the request. The time of the request is earlier
 * than the moment at which the rate limiter took its token, so this token would count twice.
 */
export const handler = endpoint(limitsRoute, async (_, context) => ({
  data: await limits(defaultAccounts(context), context.principal, countNotifications, new Date()),
}));
