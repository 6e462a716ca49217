import * as z from 'zod/mini';
import { pageParams } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { userFilter } from './fields.ts';

export const holdingsRoute = defineRoute({
  id: 'investments.holdings',
  method: 'GET',
  path: '/investments/holdings',
  summary: "List what the caller's wallets hold in vaults",
  access: 'investments:read',
  table: 'read',
  query: z.strictObject({ user_id: userFilter, ...pageParams }),
  status: 200,
  paginated: true,
  errors: [],
});
