import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';
import { CONNECTION_STATUSES } from './connection.ts';
import { connectionIdParam, note } from './fields.ts';

export const adminUpdateConnectionRoute = defineRoute({
  id: 'wallets.admin-update',
  method: 'PUT',
  path: '/admin/walletprovider/{id}',
  summary: 'Change the status of a wallet connection',
  access: 'admin',
  table: 'write',
  params: z.strictObject({ id: connectionIdParam }),
  query: z.strictObject({}),
  body: z.strictObject({ status: z.enum(CONNECTION_STATUSES), note: z.optional(note) }),
  status: 200,
  paginated: false,
  errors: ['wallet_connection_not_found', 'invalid_transition'],
});
