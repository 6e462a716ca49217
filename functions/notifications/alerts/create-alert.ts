import { endpoint } from '../../../shared/http/endpoint.ts';
import { createAlert } from '../../../shared/notifications/alerts/alerts.ts';
import { createAlertRoute } from '../../../shared/notifications/contract/alerts/create-alert.ts';
import { defaultTable } from '../../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(createAlertRoute, ({ body }, context) =>
  createAlert(defaultTable(), body, context),
);
