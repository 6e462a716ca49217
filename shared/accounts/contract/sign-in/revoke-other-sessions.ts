import { defineRoute } from '../../../platform/contract/route.ts';

export const revokeOtherSessionsRoute = defineRoute({
  id: 'accounts.revoke-other-sessions',
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'End all sessions except the current one',
  access: 'session',
  table: 'write',
  status: 200,
  paginated: false,
  errors: [],
});
