import { endpoint } from '../../../shared/http/endpoint.ts';
import { updateAlert } from '../../../shared/notifications/alerts/alerts.ts';
import { updateAlertRoute } from '../../../shared/notifications/contract/alerts/update-alert.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(updateAlertRoute, ({ params, body }, context) =>
  updateAlert(defaultTable(), params.id, body, context),
);
