import * as z from 'zod/mini';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { connectionIdParam } from './fields.ts';

export const adminConnectionHistoryRoute = defineRoute({
  id: 'wallets.admin-history',
  method: 'GET',
  path: '/admin/walletprovider/{id}/history',
  summary: 'List the status changes of a wallet connection',
  access: 'admin',
  table: 'read',
  params: z.strictObject({ id: connectionIdParam }),
  query: z.strictObject(cursorParams),
  status: 200,
  paginated: true,
  errors: ['wallet_connection_not_found'],
});
