import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { alertChangeFields, alertParams } from './alert.ts';

export const updateAlertRoute = defineRoute({
  id: 'notifications.update-alert',
  method: 'PATCH',
  path: '/alerts/{id}',
  summary: 'Change an alert',
  access: 'account:write',
  table: 'write',
  checksCaller: true,
  params: alertParams,
  body: z.strictObject(alertChangeFields),
  status: 200,
  paginated: false,
  errors: ['alert_not_found'],
});
