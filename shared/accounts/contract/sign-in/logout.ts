import { defineRoute } from '../../../platform/contract/route.ts';

export const logoutRoute = defineRoute({
  id: 'accounts.logout',
  method: 'GET',
  path: '/auth/logout',
  summary: 'Log out: end the current session',
  access: 'authenticated',
  table: 'write',
  status: 200,
  paginated: false,
  errors: [],
});
