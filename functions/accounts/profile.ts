import { profileRoute } from '../../shared/accounts/contract/profile.ts';
import { defaultAccounts } from '../../shared/accounts/credentials.ts';
import { profile } from '../../shared/accounts/users.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { countAlertsAndWebhooks } from '../../shared/notifications/quotas.ts';

export const handler = endpoint(profileRoute, async (_, context) => ({
  data: await profile(defaultAccounts(context), context.principal, countAlertsAndWebhooks, context.now),
}));
