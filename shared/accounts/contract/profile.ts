import { defineRoute } from '../../platform/contract/route.ts';

export const profileRoute = defineRoute({
  id: 'accounts.profile',
  method: 'GET',
  path: '/user/profile',
  summary: 'Get your profile',
  access: 'account:read',
  table: 'read',
  status: 200,
  paginated: false,
  errors: [],
});
