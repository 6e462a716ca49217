import { defaultAccountsContext } from '../../../shared/accounts/credentials.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { deleteWebhookRoute } from '../../../shared/notifications/contract/webhooks/delete-webhook.ts';
import { deleteWebhook } from '../../../shared/notifications/webhooks/webhooks.ts';

export const handler = endpoint(deleteWebhookRoute, async ({ params }, context) => ({
  data: await deleteWebhook(defaultAccountsContext(context), context.principal, params.id, context.now),
}));
