import { endpoint } from '../../../shared/http/endpoint.ts';
import { getWebhookRoute } from '../../../shared/notifications/contract/webhooks/get-webhook.ts';
import { getWebhook } from '../../../shared/notifications/webhooks/webhooks.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(getWebhookRoute, async ({ params }, { principal, now }) => ({
  data: await getWebhook(defaultTable(), principal, params.id, now),
}));
