import * as z from 'zod/mini';
import { pageParams } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { connectionFilters } from './fields.ts';

export const connectionsRoute = defineRoute({
  id: 'wallets.connections',
  method: 'GET',
  path: '/wallet/connections',
  summary: 'List your wallet connections',
  access: 'wallet:read',
  table: 'read',
  query: z.strictObject({ ...connectionFilters, ...pageParams }),
  status: 200,
  paginated: true,
  errors: [],
});
