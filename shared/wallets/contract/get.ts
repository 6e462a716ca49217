import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';
import { connectionIdParam } from './fields.ts';

export const getRoute = defineRoute({
  id: 'wallets.get',
  method: 'GET',
  path: '/wallet/connections/{id}',
  summary: 'Get a wallet connection',
  access: 'wallet:read',
  table: 'read',
  params: z.strictObject({ id: connectionIdParam }),
  query: z.strictObject({}),
  status: 200,
  paginated: false,
  errors: ['wallet_connection_not_found'],
});
