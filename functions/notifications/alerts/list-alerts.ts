import { endpoint } from '../../../shared/http/endpoint.ts';
import { listAlerts } from '../../../shared/notifications/alerts/alerts.ts';
import { listAlertsRoute } from '../../../shared/notifications/contract/alerts/list-alerts.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(listAlertsRoute, ({ query }, { principal }) =>
  listAlerts(defaultTable(), principal, query),
);
