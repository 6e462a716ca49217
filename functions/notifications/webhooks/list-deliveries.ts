import { endpoint } from '../../../shared/http/endpoint.ts';
import { listDeliveriesRoute } from '../../../shared/notifications/contract/webhooks/list-deliveries.ts';
import { listDeliveries } from '../../../shared/notifications/webhooks/deliveries.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listDeliveriesRoute, ({ params, query }, { principal, now }) =>
  listDeliveries(defaultTable(), principal, params.id, query, now),
);
