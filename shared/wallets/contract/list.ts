import * as z from 'zod/mini';
import { pageParams } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { connectionFilters } from './fields.ts';

export const listRoute = defineRoute({
  id: 'wallets.list',
  method: 'GET',
  path: '/api/walletprovider',
  summary: 'List your wallet connections, as GET /wallet/connections does',
  access: 'wallet:read',
  table: 'read',
  query: z.strictObject({ ...connectionFilters, ...pageParams }),
  status: 200,
  paginated: true,
  errors: [],
});
