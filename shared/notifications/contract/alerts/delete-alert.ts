import { defineRoute } from '../../../platform/contract/route.ts';
import { alertParams } from './alert.ts';

export const deleteAlertRoute = defineRoute({
  id: 'notifications.delete-alert',
  method: 'DELETE',
  path: '/alerts/{id}',
  summary: 'Delete an alert',
  access: 'account:write',
  table: 'write',
  checksCaller: true,
  params: alertParams,
  status: 200,
  paginated: false,
  errors: ['alert_not_found'],
});
