import * as z from 'zod/mini';
import { AUDIT_EVENT_TYPES } from '../../platform/contract/audit.ts';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { enumParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';

export const auditLogRoute = defineRoute({
  id: 'accounts.audit-log',
  method: 'GET',
  path: '/user/audit-log',
  summary: 'List the audit events of your account',
  access: 'account:read',
  table: 'read',
  query: z.strictObject({ type: z.optional(enumParam(AUDIT_EVENT_TYPES)), ...cursorParams }),
  status: 200,
  paginated: true,
  errors: [],
});
