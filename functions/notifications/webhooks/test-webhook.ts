import { endpoint } from '../../../shared/http/endpoint.ts';
import { testWebhookRoute } from '../../../shared/notifications/contract/webhooks/test-webhook.ts';
import { testWebhook } from '../../../shared/notifications/webhooks/webhook-tests.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(testWebhookRoute, async ({ params }, { principal, now }) => ({
  data: await testWebhook(defaultTable(), principal, params.id, now),
}));
