import * as z from 'zod/mini';
import { AUDIT_EVENT_TYPES } from '../../platform/contract/audit.ts';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { enumParam, textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';

export const adminAuditLogRoute = defineRoute({
  id: 'accounts.admin-audit-log',
  method: 'GET',
  path: '/admin/audit-log',
  summary: 'List the audit events of all accounts',
  access: 'admin',
  table: 'read',
  query: z.strictObject({
    account: z.optional(textParam(64)),
    type: z.optional(enumParam(AUDIT_EVENT_TYPES)),
    ...cursorParams,
  }),
  status: 200,
  paginated: true,
  errors: [],
});
