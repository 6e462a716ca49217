import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';
import { addressInputSchema, endUserIdSchema } from './fields.ts';

export const createConnectionRoute = defineRoute({
  id: 'wallets.create',
  method: 'POST',
  path: '/api/walletprovider',
  summary: 'Create a wallet connection',
  access: 'wallet:write',
  table: 'write',
  query: z.strictObject({}),
  body: z.strictObject({ walletAddress: addressInputSchema, userId: endUserIdSchema }),
  status: 201,
  location: '/wallet/connections/{id}',
  paginated: false,
  idempotent: true,
  errors: ['wallet_already_connected', 'wallet_connection_limit_reached', 'idempotency_key_reused'],
});
