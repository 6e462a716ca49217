import * as z from 'zod/mini';
import { cursorParams } from '../../platform/contract/cursor.ts';
import { textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { connectionFilters } from './fields.ts';

export const adminListConnectionsRoute = defineRoute({
  id: 'wallets.admin-list',
  method: 'GET',
  path: '/admin/walletprovider',
  summary: 'List wallet connections of all accounts',
  access: 'admin',
  table: 'read',
  query: z.strictObject({ ...connectionFilters, account: z.optional(textParam(128)), ...cursorParams }),
  status: 200,
  paginated: true,
  errors: [],
});
