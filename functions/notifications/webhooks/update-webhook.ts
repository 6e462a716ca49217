import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { updateWebhookRoute } from '../../../shared/notifications/contract/webhooks/update-webhook.ts';
import { updateWebhook } from '../../../shared/notifications/webhooks/webhooks.ts';

export const handler = endpoint(updateWebhookRoute, async ({ params, body }, context) => ({
  data: await updateWebhook(defaultAccountsContext(context), context.principal, params.id, body, context.now),
}));
