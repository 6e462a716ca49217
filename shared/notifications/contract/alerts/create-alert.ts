import * as z from 'zod/mini';
import { defineRoute } from '../../../platform/contract/route.ts';
import { alertChangeFields, alertTargetFields } from './alert.ts';

export const createAlertRoute = defineRoute({
  id: 'notifications.create-alert',
  method: 'POST',
  path: '/alerts',
  summary: 'Create an alert',
  access: 'account:write',
  table: 'write',
  checksCaller: true,
  body: z.strictObject({ ...alertTargetFields, ...alertChangeFields }),
  status: 201,
  location: '/alerts/{id}',
  paginated: false,
  idempotent: true,
  errors: ['strategy_not_found', 'alert_limit_reached', 'idempotency_key_reused'],
});
