import { defineRoute } from '../../../platform/contract/route.ts';
import { deliveryParams } from './webhook.ts';

export const retryDeliveryRoute = defineRoute({
  id: 'notifications.retry-delivery',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/retry',
  summary: 'Send a delivery once more',
  access: 'account:write',
  table: 'write',
  params: deliveryParams,
  status: 200,
  paginated: false,
  errors: ['webhook_not_found', 'delivery_not_found'],
  lambda: { timeoutSeconds: 20 },
});
