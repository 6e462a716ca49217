import * as z from 'zod/mini';
import { textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';

const STATUS_RULE = 'must be active or suspended';

export const adminUpdateUserRoute = defineRoute({
  id: 'accounts.admin-update-user',
  method: 'PATCH',
  path: '/admin/users/{id}',
  summary: 'Suspend or reinstate a user',
  access: 'admin',
  table: 'write',
  params: z.strictObject({ id: textParam(64) }),
  body: z.strictObject({
    status: z.enum(['active', 'suspended'], STATUS_RULE),
    reason: z.optional(textParam(200)),
  }),
  status: 200,
  paginated: false,
  errors: ['user_not_found'],
});
