import { defineRoute } from '../../../platform/contract/route.ts';
import { alertParams } from './alert.ts';

export const getAlertRoute = defineRoute({
  id: 'notifications.get-alert',
  method: 'GET',
  path: '/alerts/{id}',
  summary: 'Get an alert',
  access: 'account:read',
  table: 'read',
  params: alertParams,
  status: 200,
  paginated: false,
  errors: ['alert_not_found'],
});
