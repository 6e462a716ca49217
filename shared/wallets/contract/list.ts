import * as z from 'zod/mini';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { connectionFilters } from './fields.ts';

export const listRoute = defineRoute({
  id: 'wallets.list',
  method: 'GET',
  path: '/api/walletprovider',
  summary: 'List your wallet connections, as GET /wallet/connections does',
  access: 'wallet:read',
  table: 'read',
  query: z.strictObject({ ...connectionFilters, ...cursorParams }),
  status: 200,
  paginated: true,
  errors: [],
});
