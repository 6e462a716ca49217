import { profileRoute } from '../../shared/accounts/contract/profile.ts';
import { defaultAccountsContext } from '../../shared/accounts/credentials.ts';
import { readProfile } from '../../shared/accounts/users.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { countAlertsAndWebhooks } from '../../shared/notifications/quotas.ts';

export const handler = endpoint(profileRoute, async (_, context) => ({
  data: await readProfile(
    defaultAccountsContext(context),
    context.principal,
    countAlertsAndWebhooks,
    context.now,
  ),
}));
