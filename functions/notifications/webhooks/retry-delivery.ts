import { endpoint } from '../../../shared/http/endpoint.ts';
import { retryDeliveryRoute } from '../../../shared/notifications/contract/webhooks/retry-delivery.ts';
import { retryDelivery } from '../../../shared/notifications/webhooks/deliveries.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(retryDeliveryRoute, async ({ params }, { principal, now }) => ({
  data: await retryDelivery(defaultTable(), principal, params, now),
}));
