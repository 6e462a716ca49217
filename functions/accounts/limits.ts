import { limitsRoute } from '../../shared/accounts/contract/limits.ts';
import { defaultAccountsContext } from '../../shared/accounts/credentials.ts';
import { readLimits } from '../../shared/accounts/usage.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { countAlertsAndWebhooks } from '../../shared/notifications/quotas.ts';

/**
 * Uses the current time, because `context.now` is earlier than the time at which the rate limiter counted this
 * request.
 */
export const handler = endpoint(limitsRoute, async (_, context) => ({
  data: await readLimits(
    defaultAccountsContext(context),
    context.principal,
    countAlertsAndWebhooks,
    new Date(),
  ),
}));
