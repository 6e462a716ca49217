import { endpoint } from '../../../shared/http/endpoint.ts';
import { getOwnAlert } from '../../../shared/notifications/alerts/alerts.ts';
import { getAlertRoute } from '../../../shared/notifications/contract/alerts/get-alert.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(getAlertRoute, ({ params }, { principal }) =>
  getOwnAlert(defaultTable(), principal, params.id),
);
