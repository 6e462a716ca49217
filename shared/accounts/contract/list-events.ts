import * as z from 'zod/mini';
import { AUDIT_TYPES } from '../../platform/contract/audit.ts';
import { enumParam, pageParams } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';

export const listAuditEventsRoute = defineRoute({
  id: 'accounts.list-events',
  method: 'GET',
  path: '/user/events',
  summary: 'List the audit events of your account',
  access: 'account:read',
  table: 'read',
  query: z.strictObject({ type: z.optional(enumParam(AUDIT_TYPES)), ...pageParams }),
  status: 200,
  paginated: true,
  errors: [],
});
