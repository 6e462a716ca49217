import { endpoint } from '../../../shared/http/endpoint.ts';
import { deleteAlert } from '../../../shared/notifications/alerts/alerts.ts';
import { deleteAlertRoute } from '../../../shared/notifications/contract/alerts/delete-alert.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(deleteAlertRoute, ({ params }, { principal }) =>
  deleteAlert(defaultTable(), principal, params.id),
);
