import * as z from 'zod/mini';
import { momentParam } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';

export const revokeOtherSessionsRoute = defineRoute({
  id: 'accounts.revoke-other-sessions',
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'End all other sessions',
  access: 'account:write',
  table: 'write',
  query: z.strictObject({ keys_since: z.optional(momentParam('start')) }),
  status: 200,
  paginated: false,
  errors: [],
});
