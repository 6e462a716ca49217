import * as z from 'zod/mini';
import { textParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const revokeSessionRoute = defineRoute({
  id: 'accounts.revoke-session',
  method: 'DELETE',
  path: '/user/sessions/{id}',
  summary: 'End one of your sessions',
  access: 'session',
  table: 'write',
  params: z.strictObject({ id: textParam(64) }),
  status: 200,
  paginated: false,
  errors: ['session_not_found'],
});
