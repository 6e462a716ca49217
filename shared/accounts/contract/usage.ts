import { defineRoute } from '../../platform/contract/route.ts';

export const usageRoute = defineRoute({
  id: 'accounts.usage',
  method: 'GET',
  path: '/user/usage',
  summary: 'Get the request counts of your account',
  access: 'account:read',
  table: 'read',
  status: 200,
  paginated: false,
  errors: [],
});
