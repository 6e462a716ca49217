import { defineRoute } from '../../../platform/contract/route.ts';
import { deliveryParams } from './webhook.ts';

export const retryDeliveryRoute = defineRoute({
  id: 'notifications.retry-delivery',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/retry',
  summary: 'Retry a delivery',
  access: 'account:write',
  table: 'write',
  checksCaller: true,
  params: deliveryParams,
  status: 200,
  paginated: false,
  errors: ['webhook_not_found', 'delivery_not_found', 'webhook_not_verified', 'too_many_webhook_tests'],
  lambda: { timeoutSeconds: 20, settings: ['WEBHOOK_TESTS_AT_ONCE'] },
});
