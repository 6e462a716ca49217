import * as z from 'zod/mini';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { connectionFilters } from './fields.ts';

export const connectionsRoute = defineRoute({
  id: 'wallets.connections',
  method: 'GET',
  path: '/wallet/connections',
  summary: 'List your wallet connections',
  access: 'wallet:read',
  table: 'read',
  query: z.strictObject({ ...connectionFilters, ...cursorParams }),
  status: 200,
  paginated: true,
  errors: [],
});
