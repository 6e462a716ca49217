import { defineRoute } from '../../platform/contract/route.ts';

export const limitsRoute = defineRoute({
  id: 'accounts.limits',
  method: 'GET',
  path: '/user/limits',
  summary: 'Get the limits of your plan, and how much of each you use',
  access: 'account:read',
  table: 'read',
  status: 200,
  paginated: false,
  errors: [],
});
